import { type Problem, type Repository, isTest } from './files.ts'

const DECLARED = 'server/jobs/kinds.ts'

/** Places where a kind of job is declared, queued and handled: `path:line`. */
export interface JobArrows {
  kind: string
  line: number
  queued: string[]
  handled: string[]
}

const at = (kind: string, path: string, found: { value: string; line: number }[]): string[] =>
  found.filter(({ value }) => value === kind).map(({ line }) => `${path}:${line}`)

/** Returns the places that queue and handle each kind of job. */
export function jobArrows({ sources }: Repository): JobArrows[] {
  const server = [...sources].filter(([path]) => path.startsWith('server/') && path !== DECLARED && !isTest(path))
  return (sources.get(DECLARED)?.keys ?? []).map(({ value: kind, line, isHourly }) => ({
    kind,
    line,
    queued: [...(isHourly ? ['every hour'] : []), ...server.flatMap(([path, { queued }]) => at(kind, path, queued))],
    // Names of endpoints have the same form.
    handled: server.flatMap(([path, { keys }]) => (path.endsWith('.routes.ts') ? [] : at(kind, path, keys))),
  }))
}

/** Formats them in columns: queued in → kind → handled in. */
export const describeJobs = (repository: Repository): string =>
  jobArrows(repository)
    .map(({ kind, queued, handled }) => `${queued.join(', ')} → ${kind} → ${handled.join(', ')}`)
    .join('\n')

/** Checks that every kind of job is handled in exactly one place, and queued somewhere. */
export function checkJobs(repository: Repository): Problem[] {
  return jobArrows(repository).flatMap(({ kind, line, queued, handled }) => {
    const problem = (text: string): Problem => ({ path: DECLARED, line, text })
    return [
      ...(handled.length === 1
        ? []
        : [problem(`${kind} needs exactly one handler and has ${handled.join(', ') || 'none'}`)]),
      ...(queued.length > 0 ? [] : [problem(`${kind} is queued by nobody; take it out, or queue it`)]),
    ]
  })
}
