import { type IncomingMessage, Server, type ServerResponse } from 'node:http'

// Loaded before the server: puts a script first into each page that collects what its console would show, for a browser that does not
// tell. The page itself does not see that script.

const collecting = `
  const collected = (globalThis.collected = [])
  const { error } = console
  console.error = (...values) => {
    collected.push(values.join(' '))
    error(...values)
  }
  addEventListener('error', ({ message, target }) => collected.push(message ?? target.outerHTML + ' did not load'), true)
  addEventListener('unhandledrejection', ({ reason }) => collected.push('rejected: ' + reason))
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) =>
    collected.push(['refused:', effectiveDirective, blockedURI, sample].join(' ')))
  document.currentScript.remove()
`

function putFirst(request: IncomingMessage, answer: ServerResponse): void {
  // It is put into what is not compressed.
  delete request.headers['accept-encoding']
  const writeHead = answer.writeHead.bind(answer) as (
    status: number,
    headers: Record<string, unknown>,
  ) => ServerResponse
  const end = answer.end.bind(answer) as (body: unknown) => ServerResponse
  let nonce: string | undefined
  Object.assign(answer, {
    writeHead: (status: number, headers: Record<string, unknown>) => {
      nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1]
      const { 'content-length': _, ...others } = headers
      return writeHead(status, others)
    },
    end: (body: string | Buffer | null) => {
      const script = `<head><script nonce="${nonce}">{${collecting}}</script>`
      return end(nonce === undefined || body === null ? body : body.toString().replace('<head>', () => script))
    },
  })
}

// oxlint-disable-next-line typescript/unbound-method -- called for its server below
const emit = Server.prototype.emit

Server.prototype.emit = function (this: Server, name: string, ...values: unknown[]) {
  const [request, answer] = values as [IncomingMessage, ServerResponse]
  if (name === 'request' && request.headers.accept?.startsWith('text/html') === true) putFirst(request, answer)
  return emit.call(this, name, ...values)
}
