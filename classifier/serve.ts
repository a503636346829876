// npm run classifier [-- --port 3001 --host 0.0.0.0]: the classifier alone as a service that CLASSIFIER_URL can name.
import { parseArgs } from 'node:util'
import { loadClassifier } from './runtime/classifier.ts'
import { createService } from './runtime/service.ts'

function refuse(reason: unknown): never {
  console.error(reason instanceof Error ? reason.message : reason)
  process.exit(1)
}

function readAddress(): { host: string; port: number } {
  try {
    const { values } = parseArgs({
      options: { port: { type: 'string', default: '3001' }, host: { type: 'string', default: '127.0.0.1' } },
    })
    const port = Number(values.port)
    if (/^\d+$/.test(values.port) && port <= 65_535) return { host: values.host, port }
  } catch (error) {
    refuse(error)
  }
  return refuse('--port takes a number up to 65535.')
}

const { host, port } = readAddress()
const server = createService(loadClassifier())
// Somebody has the port, or the machine not the address.
server.once('error', refuse)
server.listen(port, host, () => {
  console.log(`The classifier answers at http://${host}:${port}/api/classify`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeIdleConnections()
  })
}
