import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { renderToPipeableStream } from 'react-dom/server'
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router'
import { renderContext } from './query.ts'

const preloadLink = /<link [^>]*rel="modulepreload"[^>]*>/g

/**
 * Moves the styles before the scripts. React writes the prefetched scripts first, and over HTTP/1.1 the styles then
 * wait for a connection, although nothing is painted until they arrive.
 */
function moveStylesFirst(html: string): string {
  const end = html.indexOf('</head>')
  const head = html.slice(0, end)
  const scripts = (head.match(preloadLink) ?? []).map((link) => link.replace('<link ', '<link fetchpriority="low" '))
  return head.replaceAll(preloadLink, '') + scripts.join('') + html.slice(end)
}

/** Buffers the page: nothing on these pages is deferred, and a whole page can be cached and compressed once. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  router: EntryContext,
  context: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { nonce } = context.get(renderContext)
  const html = await new Promise<string>((resolve, reject) => {
    const nonceOption = nonce === undefined ? {} : { nonce }
    const { pipe } = renderToPipeableStream(<ServerRouter context={router} url={request.url} {...nonceOption} />, {
      ...nonceOption,
      // Beyond a limit React would send a part of the page at the end, for a script to put in its place.
      progressiveChunkSize: Infinity,
      onAllReady: () => void text(pipe(new PassThrough())).then(resolve, reject),
      onShellError: reject,
      onError: reject,
    })
  })
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(moveStylesFirst(html), { status, headers })
}

/** Does not log missing pages, because they are regular answers. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return
  // oxlint-disable-next-line no-console -- the bundle has no logger; the server's collects standard error
  console.error(error)
}
