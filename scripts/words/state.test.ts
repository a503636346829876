import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { type Site, hashOf, readStamps, translatedLanguages } from './catalogues.ts'
import { get, makeSite, put } from './made-up.ts'
import { findFaults } from './rules.ts'
import { findOutdated, markAllRight, markStillRight, readLanguage } from './state.ts'

const repository: Site = {
  root: path.join(import.meta.dirname, '../..'),
  errors: Object.fromEntries(Object.entries(errors).map(([code, [, sentence]]) => [code, sentence])),
}

it.each(translatedLanguages(repository))('%s renders the English of today', (language) => {
  const outdated = findOutdated(readLanguage(repository, language))
  const keys = outdated.map((id) => id.replace(/^pages\./, '')).join(' ')
  expect(
    outdated,
    `English changed: translate them, or mark them as still right: npm run words -- ${language} --still-right ${keys}`,
  ).toEqual([])
})

it.each(['en', ...translatedLanguages(repository)])(
  '%s has the placeholders, tags and plural forms that it needs',
  (language) => {
    const { sentences } = readLanguage(repository, language)
    const faults = sentences.flatMap(({ id, area, english, translation }) =>
      // The English refusals are in contract/errors.ts, where the server fills their placeholders.
      translation === undefined
        ? []
        : findFaults(area, english, translation, language).map((fault) => `${id}: ${fault}`),
    )
    expect(faults).toEqual([])
  },
)

it('keeps the stamps where no glob of the pages finds them', () => {
  const code = readFileSync(path.join(repository.root, 'web/catalogues.ts'), 'utf8')
  const globs = [...code.matchAll(/'\.\.\/(messages\/[^']+)'/g)].map(([, glob = '']) => glob)
  expect(globs).not.toEqual([])
  const site = makeSite()
  markAllRight(site, 'fr')
  expect(get(site, 'messages/sources.fr.json')).not.toBe('')
  expect(globs.filter((glob) => path.matchesGlob('messages/sources.fr.json', glob))).toEqual([])
  expect(translatedLanguages(site).toSorted()).toEqual(['ar', 'fr'])
})

describe('stamps', () => {
  it('have the hash of each English sentence and page that is translated', () => {
    const site = makeSite()
    expect(markAllRight(site, 'fr')).toBe(8)
    expect(readStamps(site, 'fr')).toEqual({
      app: {
        'feed.title': hashOf('Prayer requests'),
        'feed.count': hashOf('{count, plural, one {# request} other {# requests}}'),
        'feed.hero': hashOf('<line>Bring what you carry.</line>'),
        'nav.show': hashOf('Show'),
      },
      mail: { 'every.hello': hashOf('Hello {name},') },
      errors: {
        'request.invalid': hashOf('Check the marked fields.'),
        'request.timeout': hashOf('That took too long.'),
      },
      pages: { 'help/1-danger': hashOf('# In danger\n\nCall for help.\n') },
    })
    expect(hashOf('Show')).toMatch(/^[0-9a-f]{8}$/)
  })

  it('show what changes in English: a sentence, a refusal, a page, a new key', () => {
    const site = makeSite()
    const outdated = (): string[] => findOutdated(readLanguage(site, 'fr'))
    expect(outdated()).toEqual([])
    markAllRight(site, 'fr')
    expect(outdated()).toEqual([])
    site.errors['request.timeout'] = 'That took too long. Try again.'
    put(site, 'messages/en/mail.json', { every: { hello: 'Dear {name},', bye: 'Bye' } })
    put(site, 'messages/fr/mail.json', { every: { hello: 'Bonjour {name},', bye: 'Adieu' } })
    put(site, 'server/db/seed-content/en/help/1-danger.md', '# In danger\n\nCall now.\n')
    put(site, 'messages/en/app.json', { nav: { hide: 'Hide' } })
    expect(outdated()).toEqual([
      'app.nav.hide',
      'mail.every.hello',
      'mail.every.bye',
      'errors.request.timeout',
      'pages.help/1-danger',
    ])
    put(site, 'messages/fr/app.json', { nav: { hide: 'Masquer' } })
    const keys = ['app.nav.hide', 'mail.every.hello', 'mail.every.bye', 'errors.request.timeout', 'help/1-danger.md']
    expect(markStillRight(site, 'fr', keys)).toEqual([])
    expect(outdated()).toEqual([])
    // What English does not have any more is forgotten.
    expect(Object.keys(readStamps(site, 'fr')?.['app'] ?? {})).toEqual(['nav.hide'])
  })

  it('need no page: a missing one is read in English, until it is translated', () => {
    const site = makeSite()
    markAllRight(site, 'fr')
    put(site, 'server/db/seed-content/fr/guide/1-asking.md', '# Demander\n')
    expect(findOutdated(readLanguage(site, 'fr'))).toEqual(['pages.guide/1-asking'])
    expect(markStillRight(site, 'fr', ['guide/1-asking'])).toEqual([])
    expect(findOutdated(readLanguage(site, 'fr'))).toEqual([])
  })

  it('are not written when a key is unknown or not translated', () => {
    const site = makeSite()
    markAllRight(site, 'ar')
    const before = get(site, 'messages/sources.ar.json')
    expect(markStillRight(site, 'ar', ['app.feed.title', 'app.feed.titel', 'app.nav.show'])).toEqual([
      ['app.feed.titel', expect.stringContaining('no such key')],
      ['app.nav.show', expect.stringContaining('not translated')],
    ])
    expect(get(site, 'messages/sources.ar.json')).toBe(before)
  })
})
