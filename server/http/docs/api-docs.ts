import { endpoints } from '../../../contract/endpoints.ts'
import { escapeHtml } from '../overload/busy-page.ts'
import { errors } from '../../../contract/errors.ts'
import { buildOpenApi } from './openapi.ts'

interface Parameter {
  name: string
  in: string
  required: boolean
  schema: unknown
}

interface Operation {
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown>; required: string[] } }> }
  responses: Record<string, { description: string; content: Record<string, { schema: unknown }> }>
}

const renderJson = (value: unknown): string => `<pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`
const accessLabels = {
  visitor: 'everybody',
  member: 'anyone signed in',
  care: 'care team',
  moderator: 'moderators',
  admin: 'admins',
}

function renderInputTable(operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.schema
  const rows = [
    ...operation.parameters.map(({ name, in: place, required, schema }) => ({ name, place, required, schema })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      place: 'body',
      required: body?.required.includes(name) === true,
      schema,
    })),
  ]
  if (rows.length === 0) return ''
  const cells = rows.map(
    ({ name, place, required, schema }) =>
      `<tr><td><code>${escapeHtml(name)}</code></td><td>${place}</td><td>${required ? 'yes' : 'no'}</td><td><code>${escapeHtml(JSON.stringify(schema))}</code></td></tr>`,
  )
  return `<table><thead><tr><th>Name</th><th>In</th><th>Required</th><th>Takes</th></tr></thead><tbody>${cells.join('')}</tbody></table>`
}

function renderSection(name: keyof typeof endpoints, paths: Record<string, Record<string, Operation>>): string {
  const { method, path, access } = endpoints[name]
  const operation = paths[path]?.[method.toLowerCase()]
  if (!operation) return ''
  const refusals = Object.entries(operation.responses)
    .filter(([status]) => !status.startsWith('2'))
    .map(
      ([status, { description }]) => `<li><b>${status}</b> ${escapeHtml(description).replaceAll('\n\n', '<br>')}</li>`,
    )
  return `<section id="${name}"><h2><code>${method} ${escapeHtml(path)}</code></h2><p>${name} · ${accessLabels[access]}</p>${renderInputTable(operation)}
<details><summary>Answer</summary>${renderJson(Object.values(operation.responses['200']?.content ?? {})[0]?.schema)}</details>
<details><summary>Refusals</summary><ul>${refusals.join('')}</ul></details></section>`
}

/** Renders a readable page of every endpoint, without scripts, from the same description as `/api/openapi.json`. */
export function renderApiDocs(site_name: string): string {
  const { paths } = buildOpenApi(site_name) as { paths: Record<string, Record<string, Operation>> }
  const names = Object.keys(endpoints) as (keyof typeof endpoints)[]
  const list = names.map(
    (name) =>
      `<li><a href="#${name}"><code>${endpoints[name].method} ${escapeHtml(endpoints[name].path)}</code></a></li>`,
  )
  const codes = Object.entries(errors).map(
    ([key, [status, sentence]]) =>
      `<tr><td><code>${key}</code></td><td>${status}</td><td>${escapeHtml(sentence)}</td></tr>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>API · ${escapeHtml(site_name)}</title><link rel="stylesheet" href="/api-docs.css"></head><body><main>
<h1>${escapeHtml(site_name)} API</h1>
<p>JSON in, JSON out. Send <code>Authorization: Bearer …</code> when signed in. With <code>Accept: application/json</code> a refusal is
<code>application/problem+json</code> (RFC 9457) with a <code>code</code> from the table at the end, else its sentence as text. What was read may be
written back: members of the server are ignored. Writes whose answer may be kept for a repeat take an
<code>Idempotency-Key</code> header: each says so below. Machine-readable:
<a href="/api/openapi.json">openapi.json</a>.</p>
<ul>${list.join('')}</ul>${names.map((name) => renderSection(name, paths)).join('')}
<section><h2>Codes</h2><table><thead><tr><th>Code</th><th>Status</th><th>Sentence</th></tr></thead><tbody>${codes.join('')}</tbody></table></section>
</main></body></html>`
}

/** Style of that page, served as a file, because the policy allows no inline styles. */
export const apiDocsStyle = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0}main{max-width:60rem;margin:0 auto;padding:1.5rem}
table{border-collapse:collapse;width:100%;display:block;overflow-x:auto}th,td{text-align:start;vertical-align:top;padding:.375rem .75rem .375rem 0;border-bottom:1px solid #8886}
pre{overflow:auto;max-height:30rem;border:1px solid #8886;border-radius:.5rem;padding:.75rem}h2{font-size:1.125rem;margin:2rem 0 .25rem}section p{margin:.25rem 0 .75rem}`
