/**
 * State machines as data: what an event does to its entity.
 *
 * <p>Pure. A {@link dev.gatehouse.process.machine.MachineSettings} is checked once into a {@link
 * dev.gatehouse.process.machine.Machine}; folding takes a state and an event and returns a {@link
 * dev.gatehouse.process.machine.Verdict}, never throwing for anything an event can hold.
 */
@NullMarked
package dev.gatehouse.process.machine;

import org.jspecify.annotations.NullMarked;
