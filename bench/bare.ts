import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the bare server sends to every request, whatever it asks. */
export interface BareAnswer {
  status: number
  headers: [name: string, value: string][]
  /** Base64 of the bytes. */
  body: string
}

// The fastest that Node itself can answer: bytes that lie ready, and nothing else. Speaks with `processes.ts` over IPC.
let status = 204
let headers: string[] = []
let body = Buffer.alloc(0)

process.on('message', (answer: BareAnswer) => {
  status = answer.status
  headers = answer.headers.flat()
  body = Buffer.from(answer.body, 'base64')
  process.send?.('ready')
})
process.on('disconnect', () => process.exit())

const server = createServer((_request, response) => {
  response.writeHead(status, headers)
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
