import { endpoints } from '../../../contract/endpoints.ts'
import { type Row, columns } from './rows.ts'

const HEADINGS: Record<(typeof columns)[number], string> = {
  visitor: 'visitor',
  member: 'member',
  author: 'author',
  group_member: 'group',
  care: 'care',
  moderator: 'moderator',
  admin: 'admin',
}

const INTRO = `# Permissions

Who meets which status, as the access tests try it: server/test/access holds the rows, \`server/test/access.test.ts\` asks a running
server with each of them and writes this page (\`npx vitest run --project sqlite server/test/access.test.ts -u\`). Do not edit it.

✓ allowed · 400 the input of this row is refused · 401 sign in first · 403 may know of it, may not do it · 404 may not know of it ·
409 not in this state · 503 no service is set. **author** wrote what the row is about, or is the person that it is about; **group**
is an active member of the author's group; **member** is any other signed-in person, also one who is limited; **care** is the
care team. A suspended person meets 401 wherever the token is looked at. An id of nothing answers 404 to whoever is let in, exactly as what they may not know of.
[Who has which rights](security/roles.md) gives the reasons.`

const cell = (status: number): string => (status === 200 ? '✓' : String(status))

/** `docs/permissions.md`: a table for each group of endpoints, rows with the same statuses as one. */
export function printPermissions(rows: Row[]): string {
  const parts = new Map<string, Map<string, string[]>>()
  for (const { endpoint, about, expected } of rows) {
    const { method, path: route } = endpoints[endpoint]
    const subject = endpoint.split('.')[0] ?? ''
    const cells = columns.map((column) => cell(expected[column])).join(' | ')
    const lines = parts.get(subject) ?? new Map<string, string[]>()
    const key = `${endpoint}|${method} ${route}|${cells}`
    lines.set(key, [...(lines.get(key) ?? []), about])
    parts.set(subject, lines)
  }
  const head = `| Endpoint | about | ${columns.map((column) => HEADINGS[column]).join(' | ')} |\n|---|---|${'---|'.repeat(columns.length)}`
  const tables = [...parts]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([subject, lines]) => {
      const printed = [...lines].map(([key, abouts]) => {
        const [endpoint = '', call = '', ...cells] = key.split('|')
        return `| \`${endpoint}\` \`${call}\` | ${abouts.filter(Boolean).join('; ')} | ${cells.join('|')} |`
      })
      return `## ${subject}\n\n${head}\n${printed.join('\n')}`
    })
  return `${[INTRO, ...tables].join('\n\n')}\n`
}
