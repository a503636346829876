import { setImmediate } from 'node:timers/promises'

/** A new connection is taken in one turn of the event loop, and what it has sent is read in the next. */
const TURNS = 3

/**
 * Reads what has arrived before connections are closed: Node takes one whose request it has not read yet for idle, and its sender would
 * not know whether what they wrote was taken.
 */
export async function readArrived(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}
