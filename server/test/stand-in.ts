import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll } from 'vitest'

export type Responder = (response: ServerResponse, body: string) => void

export interface RecordedRequest {
  url: string | undefined
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export const respondJson =
  (value: unknown, status = 200): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(value))
  }
export const respondWith =
  (body: string | Buffer, headers = {}, status = 200): Responder =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

/** Starts a local stub of an external service, which records its requests. */
export async function startStubService(first: Responder) {
  const asked: RecordedRequest[] = []
  let behave = first
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part: Buffer) => (text += part.toString()))
    request.on('end', () => {
      asked.push({ url: request.url, headers: request.headers, body: JSON.parse(text) as Record<string, unknown> })
      behave(response, text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    behave: (next: Responder) => void (behave = next),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** A stub for the tests around it: it starts before the first and stops after the last. */
export function sharedStubService(first: Responder) {
  const service = {} as Awaited<ReturnType<typeof startStubService>>
  beforeAll(async () => void Object.assign(service, await startStubService(first)))
  afterAll(() => service.stop())
  return service
}

/** Responds like Google's translation: each text prefixed with its language. */
export const respondAsGoogle: Responder = (response, text) => {
  const { q, target } = JSON.parse(text) as { q: string[]; target: string }
  const translations = q.map((one) => ({ translatedText: `[${target}] ${one}` }))
  respondJson({ data: { translations } })(response, text)
}
