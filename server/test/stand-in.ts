import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Behaviour = (response: ServerResponse, body: string) => void

export interface Asked {
  url: string | undefined
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

export const json =
  (value: unknown, status = 200): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json; charset=UTF-8' }).end(JSON.stringify(value))
  }
export const sends =
  (body: string, headers = {}, status = 200): Behaviour =>
  (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
  }

/** The ways in which a service can misbehave, and what each is taken for. */
export const misbehaviours: [what: string, failure: string, behaviour: Behaviour][] = [
  ['HTML', 'html_answer', sends('<!DOCTYPE html><p>Welcome', { 'content-type': 'text/html' })],
  ['status 500', 'server_error', json({ error: { code: 500, message: 'oops' } }, 500)],
  ['that the key is wrong', 'server_error', json({ error: { code: 403, message: 'API key not valid.' } }, 403)],
  ['cut JSON', 'invalid_response', sends('{"data": {"transl')],
  ['JSON of another type', 'invalid_response', sends('{}', { 'content-type': 'text/plain' })],
  ['a redirect', 'server_error', sends('', { location: 'http://127.0.0.1:1/' }, 302)],
  ['another form', 'invalid_format', json({ results: 7, data: 7, translatedText: 7, audioContent: '§' })],
  ['nothing, for ever', 'timed_out', () => undefined],
  ['a broken connection', 'unreachable', (response) => response.destroy()],
]

/** A local stand-in for a service elsewhere, which remembers what it was asked. */
export async function startStandIn(first: Behaviour) {
  const asked: Asked[] = []
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
    behave: (next: Behaviour) => void (behave = next),
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
export type StandIn = Awaited<ReturnType<typeof startStandIn>>

/** Answers as Google's translation does: each text with its language before it. */
export const asGoogle: Behaviour = (response, text) => {
  const { q, target } = JSON.parse(text) as { q: string[]; target: string }
  const translations = q.map((one) => ({ translatedText: `[${target}] ${one}` }))
  json({ data: { translations } })(response, text)
}
