import { setImmediate } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A new connection is taken in one turn of the event loop, and what it has sent is read in the next. */
const TURNS = 3

/**
 * Reads what has arrived before connections are closed: Node takes one whose request it has not read yet for idle, and its sender would
 * not know whether what they wrote was taken.
 */
async function readArrived(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await setImmediate()
}

/**
 * Ends each connection with its next answer once the server is stopping. One on which somebody had asked before would stay open for
 * whatever else they ask, and the server with it, for longer than its process has.
 */
export function addStopping(server: FastifyInstance): void {
  let isStopping = false
  server.addHook('preClose', async () => {
    isStopping = true
    await readArrived()
  })
  server.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) void reply.header('connection', 'close')
    done()
  })
}

/**
 * Stops a server and its workers, which take no new job from now on. Somebody who does not take their answer can keep a server open for
 * longer than its process has: what its workers had in hand would wait for the end of its lease.
 */
export async function stopTogether(
  server: { close: () => Promise<unknown> },
  workers: { stop: () => Promise<void> }[],
): Promise<void> {
  const stopping = Promise.all(workers.map((one) => one.stop()))
  // One that fails, since the database is away, cuts no answer off.
  stopping.catch(() => {})
  await server.close()
  await stopping
}
