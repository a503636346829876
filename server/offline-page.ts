import { createHash } from 'node:crypto'
import type { Language } from '../contract/fields.ts'
import type app from '../messages/en/app.json'
import type care from '../messages/en/care.json'
import type offline from '../messages/en/offline.json'
import { readHelplines } from './features/care/care/helplines.queries.ts'
import { STYLE, escapeHtml, renderFrame } from './http/overload/busy-page.ts'
import { readMessages } from './messages.ts'

const OWN_STYLE = `${STYLE}
body { margin-top: 14vh }
a { color: inherit }
.again { display: block; margin: 2rem 0; padding: 0.75rem 1rem; border-radius: 0.75rem; background: #1b5a45; color: #fff; font-weight: 600; text-decoration: none }
summary { padding: 0.5rem; cursor: pointer }
details p { padding: 0.5rem 0 }
details a { font-weight: 600; white-space: nowrap }
@media (prefers-color-scheme: dark) {
  .again { background: #97d5ba; color: #121212 }
}
`

/** The source by which the security policy allows its styles: a page that is kept has no number of its own. */
export const OFFLINE_STYLE_SOURCE = `'sha256-${createHash('sha256').update(OWN_STYLE).digest('base64')}'`

/** The numbers of a country, which can be rung without the internet; nothing where none is known. */
function renderNumbers(country: string | undefined, summary: string): string {
  const lines = readHelplines().items.flatMap((line) =>
    line.country === country && line.kind !== 'text' && line.number !== null
      ? `<p><a dir="ltr" href="tel:${line.number.replaceAll(/[^\d+*#]/g, '')}">${escapeHtml(line.number)}</a> <bdi>${line.name === line.number ? '' : escapeHtml(line.name)}</bdi></p>`
      : [],
  )
  return lines.length === 0
    ? ''
    : `\n<details>\n<summary>${escapeHtml(summary)}</summary>\n${lines.join('\n')}\n</details>`
}

/**
 * Renders the page that a browser keeps and shows when nothing can be reached. It is the same for everybody, and says nothing of
 * the site: somebody in discreet mode sees it too.
 */
export function renderOfflinePage(language: Language, country: string | undefined): string {
  const { title, text } = readMessages<typeof offline>(language, 'offline').offline_page
  const { retry } = readMessages<typeof app>(language, 'app').feed
  const { help } = readMessages<typeof care>(language, 'care').compose
  return renderFrame({
    language,
    title: escapeHtml(title),
    head: `<style>${OWN_STYLE}</style>`,
    body: `<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<a class="again" href="">${escapeHtml(retry)}</a>${renderNumbers(country, help)}`,
  })
}
