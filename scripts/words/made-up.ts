import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import type { Site } from './state.ts'

/** Writes a file of a made-up site, with its folders. */
export function put({ root }: Site, file: string, content: unknown): void {
  const whole = path.join(root, file)
  mkdirSync(path.dirname(whole), { recursive: true })
  writeFileSync(whole, typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`)
}

export const get = ({ root }: Site, file: string): string => readFileSync(path.join(root, file), 'utf8')

/** Makes a small site in a folder that goes with the test: three areas and two pages in English, most of them in French and Arabic. */
export function makeSite(): Site {
  const site: Site = {
    root: mkdtempSync(path.join(tmpdir(), 'oremus-words-')),
    errors: { 'request.invalid': 'Check the marked fields.', 'request.timeout': 'That took too long.' },
  }
  onTestFinished(() => rmSync(site.root, { recursive: true }))
  put(site, 'messages/en/app.json', {
    feed: {
      title: 'Prayer requests',
      count: '{count, plural, one {# request} other {# requests}}',
      hero: '<line>Bring what you carry.</line>',
    },
    nav: { show: 'Show' },
  })
  put(site, 'messages/en/mail.json', { every: { hello: 'Hello {name},' } })
  put(site, 'messages/meanings.json', { app: { nav: { show: 'Button: shows what the filter chose.' } } })
  put(site, 'messages/fr/app.json', {
    feed: {
      title: 'Intentions',
      count: '{count, plural, one {# intention} many {# d’intentions} other {# intentions}}',
      hero: '<line>Déposez ce que vous portez.</line>',
    },
    nav: { show: 'Afficher' },
  })
  put(site, 'messages/fr/mail.json', { every: { hello: 'Bonjour {name},' } })
  put(site, 'messages/fr/errors.json', { request: { invalid: 'Vérifiez les champs.', timeout: 'Trop long.' } })
  put(site, 'messages/ar/app.json', { feed: { title: 'طلبات الصلاة' } })
  put(site, 'server/db/seed-content/en/help/1-danger.md', '# In danger\n\nCall for help.\n')
  put(site, 'server/db/seed-content/en/guide/1-asking.md', '# Asking\n')
  put(site, 'server/db/seed-content/fr/help/1-danger.md', '# En danger\n')
  put(site, 'messages/sources.json', { english: {}, exceptions: {} })
  return site
}
