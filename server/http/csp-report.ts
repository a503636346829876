import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { type RateLimits, addressKey, visitorCalls } from './limits/rate-limit.ts'

export const CSP_REPORT_PATH = '/csp-report'

/** Maximum size read, because anybody may post here; a browser's report has a few hundred. Bytes. */
const MAX_REPORT_BYTES = 16 * 1024

const truncateText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.slice(0, 60) : undefined

/**
 * Returns the directive and the origin of the blocked resource: no paths, which may name a request, and no samples,
 * which may quote one.
 */
function summarizeReport(report: unknown): { directive: string | undefined; blocked: string | undefined } {
  const body: Record<string, unknown> = typeof report === 'object' && report !== null ? { ...report } : {}
  const blocked = body['blocked-uri'] ?? body.blockedURL
  const address = typeof blocked === 'string' && URL.canParse(blocked) ? new URL(blocked).origin : truncateText(blocked)
  return {
    directive: truncateText(body['effective-directive'] ?? body.effectiveDirective ?? body['violated-directive']),
    blocked: address,
  }
}

/** Accepts browsers' reports of Content-Security-Policy violations, in both formats, and logs a line for each. */
export function addCspReports(app: FastifyInstance, { ctx, limits }: { ctx: Context; limits: RateLimits }): void {
  app.addContentTypeParser(
    ['application/csp-report', 'application/reports+json'],
    { parseAs: 'string', bodyLimit: MAX_REPORT_BYTES },
    app.getDefaultJsonParser('error', 'error'),
  )
  app.post(CSP_REPORT_PATH, { bodyLimit: MAX_REPORT_BYTES }, async (request, reply) => {
    await limits.count(visitorCalls, addressKey(request.ip))
    const reports = Array.isArray(request.body) ? request.body.slice(0, 10) : [request.body]
    for (const report of reports) {
      const { body, 'csp-report': older } = (report ?? {}) as { body?: unknown; 'csp-report'?: unknown }
      ctx.log.warn(summarizeReport(body ?? older), 'content security policy broken')
    }
    return reply.code(204).send()
  })
}
