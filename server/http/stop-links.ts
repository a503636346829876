import type { FastifyInstance } from 'fastify'
import { Refusal } from './errors.ts'

/** A form with the one field of RFC 8058, however it is encoded. Bytes. */
const MAX_FORM_BYTES = 2048

/**
 * Adds the route that RFC 8058 asks for beside the endpoint that stops emails: it takes a form, and a person who opens its address
 * in a browser gets to the page with the button. Opening it stops nothing: programs that check mails open every link.
 */
export function addStopLinks(app: FastifyInstance): void {
  app.addContentTypeParser(
    ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'],
    { parseAs: 'buffer', bodyLimit: MAX_FORM_BYTES },
    (request, _body, done) => {
      if (request.routeOptions.config.oneClick === true) done(null, {})
      else done(new Refusal('request.unsupported_media_type'))
    },
  )
  const pages = { '/api/mail/stop/:token': '/stop-emails', '/api/mail/summaries/stop/:token': '/stop-summary' }
  for (const [path, page] of Object.entries(pages)) {
    app.get<{ Params: { token: string } }>(path, { config: { isApi: true } }, (request, reply) =>
      reply.redirect(`${page}#${encodeURIComponent(request.params.token)}`, 303),
    )
  }
}
