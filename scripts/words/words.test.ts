import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Site } from './catalogues.ts'
import { get, makeSite, put } from './made-up.ts'

let site: Site
beforeEach(() => {
  site = makeSite()
  site.errors = {}
})

/** Runs the desk in the made-up site. Its refusals are those of the repository, so none is translated. */
function words(...args: string[]): { status: number | null; output: string } {
  const program = path.join(import.meta.dirname, '../words.ts')
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: site.root,
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}
const edit = (before: string, after: string): void =>
  put(
    site,
    'words-fr.po',
    get(site, 'words-fr.po').replace(before, () => after),
  )

it('shows how each language stands', () => {
  words('fr', '--everything-is-right')
  put(site, 'messages/en/mail.json', { every: { hello: 'Dear {name},' } })
  const lines = words().output.split('\n')
  expect(lines.find((line) => line.startsWith('fr'))).toMatch(/^fr +\d+ +\d+ +1 +2 +1 +0$/)
  expect(lines.find((line) => line.startsWith('ar'))).toMatch(/^ar +\d+ +\d+ +\? +2 +2 +\? +not stamped yet$/)
})

it('shows one language with its pages, and writes its sheet', () => {
  words('fr', '--everything-is-right')
  put(site, 'server/db/seed-content/en/help/1-danger.md', '# In danger\n')
  const { status, output } = words('fr', '--changed')
  expect(status).toBe(0)
  expect(output).toMatch(/guide\/1-asking\.md +missing/)
  expect(output).toMatch(/help\/1-danger\.md +English has changed/)
  expect(get(site, 'words-fr.po')).not.toContain('app.feed.title')
})

it('reads a sheet back, names what it refuses, and keeps the sheet', () => {
  words('fr')
  edit('msgstr "Intentions"', 'msgstr "Demandes"')
  edit('msgstr "Bonjour {name},"', 'msgstr "Bonjour {nom},"')
  const before = get(site, 'words-fr.po')
  expect(words('fr')).toMatchObject({ status: 1, output: expect.stringContaining('words-fr.po is kept') })
  expect(get(site, 'words-fr.po')).toBe(before)
  const { status, output } = words('fr', 'words-fr.po')
  expect(status).toBe(1)
  expect(output).toMatch(/^1 sentence written/)
  expect(output).toMatch(/mail\.every\.hello\n +write \{name\} into it/)
  expect(get(site, 'messages/fr/app.json')).toContain('"title": "Demandes"')
  edit('{nom}', '{name}')
  expect(words('fr', 'words-fr.po').status).toBe(0)
  expect(words('fr').status).toBe(0)
})

it('marks translations as still right, in one language or in all that are stamped', () => {
  expect(words('fr', '--still-right', 'app.feed.title')).toMatchObject({
    status: 1,
    output: expect.stringContaining('not stamped yet'),
  })
  words('fr', '--everything-is-right')
  words('ar', '--everything-is-right')
  const before = get(site, 'messages/sources.ar.json')
  const english = JSON.parse(get(site, 'messages/en/app.json')) as { feed: { title: string } }
  english.feed.title = 'All requests'
  put(site, 'messages/en/app.json', english)
  expect(words('all', '--still-right', 'app.feed.title').status).toBe(0)
  expect(get(site, 'messages/sources.ar.json')).not.toBe(before)
  expect(words('fr', '--still-right', 'app.feed.titel')).toMatchObject({
    status: 1,
    output: expect.stringContaining('nothing was marked'),
  })
})

it.each([
  [['en'], 'English is what the others are translated from'],
  [['xx'], 'There is no folder messages/xx. Languages: ar, fr.'],
  [['fr', 'words-de.po'], 'There is no file words-de.po.'],
  [['fr', '--still-right'], 'Name the keys'],
  [['all', '--still-right', 'app.feed.title'], 'No language is stamped yet.'],
  [['all', '--everything-is-right'], 'npm run words'],
  [['fr', '--wrong'], 'Unknown option'],
])('refuses %j', (args, output) => {
  const answer = words(...args)
  expect(answer.status).toBe(1)
  expect(answer.output).toContain(output)
  expect(existsSync(path.join(site.root, 'messages/sources.fr.json'))).toBe(false)
})
