import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { get, makeSite, put } from './made-up.ts'
import type { Site } from './state.ts'

let site: Site
beforeEach(() => {
  site = makeSite()
})

/** Runs the program in the made-up site. Its refusals are those of the repository, so none is translated. */
function words(...args: string[]): { status: number | null; output: string } {
  const program = path.join(import.meta.dirname, '../words.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: site.root,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

it('shows how each language stands', () => {
  put(site, 'messages/fr/mail.json', { every: { hello: 'Bonjour {nom},' } })
  const { status, output } = words()
  expect(status).toBe(1)
  expect(output).toMatch(/^ar: \d+ sentences and pages, \d+ missing, 1 out of date, 0 against the rules$/m)
  expect(output).toMatch(/^fr: \d+ sentences and pages, \d+ missing, 7 out of date, 1 against the rules$/m)
})

it('shows of one language what is to be done, with the English and what it means', () => {
  put(site, 'messages/fr/mail.json', { every: { hello: 'Bonjour {nom},' } })
  const { status, output } = words('fr')
  expect(status).toBe(1)
  expect(output).toContain(
    'app.nav.show: out of date\n  meaning: Button: shows what the filter chose.\n  en: Show\n  fr: Afficher\n',
  )
  expect(output).toMatch(/^mail\.every\.hello: out of date\. write \{name\} into it.*take \{nom\} out/m)
  expect(output).toContain('pages.guide/1-asking: missing\n')
  expect(output).toMatch(/--still-right .*app\.nav\.show/)
})

it('marks translations as still right, in one language or in all', () => {
  expect(words('fr', '--still-right', 'app.nav.show', 'help/1-danger.md')).toMatchObject({ status: 0 })
  expect(words('fr').output).not.toMatch(/app\.nav\.show|help\/1-danger/)
  expect(words('all', '--still-right', 'app.feed.title')).toMatchObject({ status: 0 })
  expect(words('ar').output).not.toContain('app.feed.title')
})

it.each([
  [['en'], 'en is none of the translations: ar, fr.'],
  [['xx'], 'xx is none of the translations: ar, fr.'],
  [['all'], 'npm run words'],
  [['fr', 'words-fr.po'], 'npm run words'],
  [['fr', '--still-right'], 'Name the keys'],
  [['fr', '--still-right', 'app.feed.titel'], 'Nothing was marked'],
  [['fr', '--wrong'], 'Unknown option'],
])('refuses %j', (args, output) => {
  const before = get(site, 'messages/sources.json')
  const answer = words(...args)
  expect(answer.status).toBe(1)
  expect(answer.output).toContain(output)
  expect(get(site, 'messages/sources.json')).toBe(before)
})
