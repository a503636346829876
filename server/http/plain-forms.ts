import type { FastifyInstance } from 'fastify'

/**
 * Leaves a page as it is when its form is sent without scripts: no page takes one, and another answer would take the place of
 * what was typed.
 */
export function addPlainForms(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ is404, method, headers }, reply) => {
    const isPlainForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
    if (is404 && method === 'POST' && isPlainForm && headers.accept?.includes('text/html') === true)
      return reply.code(204).send()
    return undefined
  })
}
