import { errors } from '../../../contract/errors.ts'
import type { Language } from '../../../contract/fields.ts'
import { directionOf } from '../../../contract/languages.ts'
import type german from '../../../messages/de/errors.json'
import { readMessages } from '../../messages.ts'

const readBusyMessage = (language: Language): string =>
  language === 'en'
    ? errors['server.unavailable'][1]
    : readMessages<typeof german>(language, 'errors').server.unavailable

export const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The colours of the first theme: the site's chosen theme would need a query. */
export const STYLE = `
body { font: 1.125rem/1.6 system-ui, sans-serif; max-width: 26rem; margin: 22vh auto 0; padding: 0 1.5rem; text-align: center; background: #f7f7f2; color: #1f2a24 }
h1 { font: 500 2rem/1.25 Palatino, Georgia, serif; margin: 0.75rem 0; text-wrap: balance }
p { margin: 0; text-wrap: balance }
path { fill: #1b5a45 }
.flame { fill: #f2a93b }
.stem { fill: #f7f7f2 }
@media (prefers-color-scheme: dark) {
  body { background: #121212; color: #ececec }
  path { fill: #97d5ba }
  .stem { fill: #121212 }
}
`

/** Renders the frame of a page that needs no other file. The body is HTML. */
export function renderFrame(page: { language: Language; title: string; head: string; body: string }): string {
  return `<!doctype html>
<html lang="${page.language}" dir="${directionOf(page.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title}</title>
${page.head}
</head>
<body>
${page.body}
</body>
</html>
`
}

/** Renders a page without any query or template, for an overloaded server. It reloads automatically. */
export function renderBusyPage(options: {
  language: Language
  /** Left out for a member: theirs may be in discreet mode, which nobody can look up now. */
  site_name?: string | undefined
  nonce: string
  /** Seconds. */
  retry_after?: number | undefined
}): string {
  const { language, site_name, nonce, retry_after = 5 } = options
  // Randomized, so that browsers do not all reload at the same moment.
  const refresh_seconds = retry_after + Math.floor(Math.random() * retry_after)
  const message = escapeHtml(readBusyMessage(language))
  const name = site_name === undefined ? undefined : escapeHtml(site_name)
  const heading =
    name === undefined
      ? ''
      : `<svg viewBox="0 0 32 32" width="48" height="48" aria-hidden="true"><path d="M5 29.5V14.5a11 11 0 0 1 22 0v15a.5.5 0 0 1-.5.5h-21a.5.5 0 0 1-.5-.5z"/><path class="flame" d="M16 7.2c3 3.4 4.3 5.7 4.3 7.9a4.3 4.3 0 0 1-8.6 0c0-2.2 1.3-4.5 4.3-7.9z"/><path class="stem" d="M13.5 21.8h5V30h-5z"/></svg>
<h1>${name}</h1>
`
  return renderFrame({
    language,
    title: name ?? message,
    head: `<meta http-equiv="refresh" content="${refresh_seconds}">\n<style nonce="${nonce}">${STYLE}</style>`,
    body: `${heading}<p>${message}</p>`,
  })
}
