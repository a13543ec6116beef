/**
 * The way to PostgreSQL: the embedded server, pools, migrations, partitions, transactions.
 *
 * <p>Owns the schema's history and nothing in it: each table belongs to another room. Must never
 * hold business words.
 */
@NullMarked
package dev.gatehouse.db;

import org.jspecify.annotations.NullMarked;
