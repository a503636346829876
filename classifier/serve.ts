// npm run classifier [-- --port 3001 --host 0.0.0.0]: the classifier alone as a service that CLASSIFIER_URL can name.
import { parseArgs } from 'node:util'
import { loadClassifier } from './runtime/classifier.ts'
import { createService } from './runtime/service.ts'

const { values } = parseArgs({
  options: { port: { type: 'string', default: '3001' }, host: { type: 'string', default: '127.0.0.1' } },
})
const server = createService(loadClassifier())
server.listen(Number(values.port), values.host, () => {
  console.log(`The classifier answers at http://${values.host}:${values.port}/api/classify`)
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.close()
    server.closeIdleConnections()
  })
}
