import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Fixed answer of the bare server to every request. */
export interface BareAnswer {
  status: number
  headers: [name: string, value: string][]
  /** Body, in base64. */
  body: string
}

// Answers every request with fixed bytes, as fast as Node itself can. Receives them from `processes.ts` over IPC.
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
