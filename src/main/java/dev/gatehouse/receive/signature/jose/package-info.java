/**
 * JSON Web Signatures (RFC 7515, 7518, 7797, 8037) in compact form, taken apart and checked.
 *
 * <p>Pure. What a token says about itself is only ever held against what the rule says: an
 * algorithm that is not listed, a critical extension, a key or a key's address in the header never
 * decide anything.
 */
@NullMarked
package dev.gatehouse.receive.signature.jose;

import org.jspecify.annotations.NullMarked;
