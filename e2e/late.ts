import { Server } from 'node:http'

// Loaded before the server: delays every API answer by this many milliseconds, as on a slow connection.
const RESPONSE_DELAY_MS = Number(process.env.LATE)
// oxlint-disable-next-line typescript/unbound-method -- called for its server below
const emit = Server.prototype.emit

Server.prototype.emit = function (this: Server, name: string, ...values: unknown[]) {
  const answer = () => emit.call(this, name, ...values)
  const [request] = values as [{ url?: string } | undefined]
  if (name !== 'request' || request?.url?.startsWith('/api/') !== true) return answer()
  setTimeout(answer, RESPONSE_DELAY_MS)
  return true
}
