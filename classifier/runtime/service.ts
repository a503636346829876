import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Classifier } from './classifier.ts'

/** Room for 5,200 characters, each as an escaped surrogate pair, and the other fields. Bytes. */
const maxBodyBytes = 128 * 1024
/** Maximum length of a text, as on the site. Code points. */
const maxTextLength = 5200
/** Maximum time until a request must have arrived. Milliseconds. */
const requestTimeoutMs = 15_000

interface ServiceAnswer {
  status: number
  body: unknown
}

/**
 * Creates the classifier as an HTTP service: `POST /api/classify` with `{"text"}` and `GET /api/models`. Neither stores
 * nor logs text. Accepts requests without authentication, also from pages of other sites, because it holds no secrets.
 * Does not listen yet.
 */
export function createService(classifier: Classifier): Server {
  return createServer({ requestTimeout: requestTimeoutMs, headersTimeout: requestTimeoutMs }, (request, response) => {
    handleRequest(request, classifier).then(
      (given) => send(response, given),
      // The client has disconnected.
      () => response.destroy(),
    )
  })
}

async function handleRequest(request: IncomingMessage, classifier: Classifier): Promise<ServiceAnswer> {
  const path = (request.url ?? '').split('?')[0]
  if (request.method === 'OPTIONS') return { status: 204, body: undefined }
  if (path === '/api/models' && request.method === 'GET') {
    const model = { id: 'built-in', version: classifier.id, is_available: true, is_active: true }
    return { status: 200, body: { default_model: model.id, active_model: model.id, models: [model] } }
  }
  if (path !== '/api/classify') return errorAnswer(404, 'There is nothing here.')
  if (request.method !== 'POST') return errorAnswer(405, 'Use POST.')
  const body = await readBody(request)
  if (body === undefined) return errorAnswer(413, 'That is too much at once.')
  const text = parseText(body)
  if (text === undefined) return errorAnswer(400, 'Send JSON with a text.')
  if (text.trim() === '') return errorAnswer(400, 'Prayer has no content to classify')
  if (Array.from(text).length > maxTextLength)
    return errorAnswer(400, `A text has at most ${maxTextLength} characters.`)
  const { labels, scores } = classifier.classify(text)
  const categories = labels.map((name) => ({ name, score: scores[name] }))
  return { status: 200, body: { success: true, results: [{ categories }], predictions: categories } }
}

const errorAnswer = (status: number, error: string): ServiceAnswer => ({
  status,
  body: { success: false, results: [], predictions: [], error },
})

/** Reads the whole body; undefined when it is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length
    if (length <= maxBodyBytes) parts.push(part)
  }
  return length > maxBodyBytes ? undefined : Buffer.concat(parts).toString('utf8')
}

function parseText(body: string): string | undefined {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string')
      return value.text
  } catch {
    // Invalid JSON gets the same response as any other body without a text.
  }
  return undefined
}

function send(response: ServerResponse, { status, body }: ServiceAnswer): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'content-type',
  })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}
