import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { errors } from '../../contract/errors.ts'
import { get, makeSite, put } from './made-up.ts'
import { type Site, markStillRight, needsWork, readLanguage, translatedLanguages } from './state.ts'

const repository: Site = {
  root: path.join(import.meta.dirname, '../..'),
  errors: Object.fromEntries(Object.entries(errors).map(([code, [, sentence]]) => [code, sentence])),
}

const open = (site: Site, language: string): string[] =>
  readLanguage(site, language)
    .filter(needsWork)
    .map(({ id, state }) => `${id}: ${state}`)

it.each(translatedLanguages(repository))('%s renders the English of today', (language) => {
  const words = readLanguage(repository, language).filter((word) => needsWork({ ...word, faults: [] }))
  const ids = words.map(({ id }) => id)
  expect(
    ids,
    `English changed: translate them, or mark them as still right: npm run words -- ${language} --still-right ${ids.join(' ')}`,
  ).toEqual([])
})

it.each(translatedLanguages(repository))('%s has the placeholders, tags and plural forms that it needs', (language) => {
  const words = readLanguage(repository, language)
  expect(words.flatMap(({ id, faults }) => faults.map((fault) => `${id}: ${fault}`))).toEqual([])
})

it('keeps the stamp where no glob of the pages finds it', () => {
  const code = readFileSync(path.join(repository.root, 'web/catalogues.ts'), 'utf8')
  const globs = [...code.matchAll(/'\.\.\/(messages\/[^']+)'/g)].map(([, glob = '']) => glob)
  expect(globs).not.toEqual([])
  expect(globs.filter((glob) => path.matchesGlob('messages/sources.json', glob))).toEqual([])
})

describe('the stamp', () => {
  const IDS = ['app.feed.title', 'app.feed.count', 'app.feed.hero', 'app.nav.show', 'mail.every.hello']
  const ERRORS = ['errors.request.invalid', 'errors.request.timeout']

  /** A site whose French renders today's English; its Arabic has another title than the English of today. */
  function makeMarkedSite(): Site {
    const site = makeSite()
    expect(markStillRight(site, ['fr'], [...IDS, ...ERRORS, 'help/1-danger.md'])).toEqual([])
    return site
  }

  it('asks for everything of which nobody has said that it is right', () => {
    const site = makeSite()
    expect(open(site, 'fr')).toContain('app.nav.show: out of date')
    expect(open(site, 'fr')).toContain('pages.help/1-danger: out of date')
    expect(open(makeMarkedSite(), 'fr')).toEqual([])
  })

  it('shows in every language what changes in English: a sentence, a refusal, a page, a new key', () => {
    const site = makeMarkedSite()
    site.errors['request.timeout'] = 'That took too long. Try again.'
    put(site, 'messages/en/mail.json', { every: { hello: 'Dear {name},', bye: 'Bye' } })
    put(site, 'messages/fr/mail.json', { every: { hello: 'Bonjour {name},', bye: 'Adieu' } })
    put(site, 'server/db/seed-content/en/help/1-danger.md', '# In danger\n\nCall now.\n')
    put(site, 'messages/en/app.json', { nav: { hide: 'Hide' } })
    expect(open(site, 'fr')).toEqual([
      'app.nav.hide: missing',
      'mail.every.hello: out of date',
      'mail.every.bye: out of date',
      'pages.help/1-danger: out of date',
      'errors.request.timeout: out of date',
    ])
    put(site, 'messages/fr/app.json', { nav: { hide: 'Masquer' } })
    const ids = ['app.nav.hide', 'mail.every.hello', 'mail.every.bye', 'errors.request.timeout', 'pages.help/1-danger']
    expect(markStillRight(site, ['fr'], ids)).toEqual([])
    expect(open(site, 'fr')).toEqual([])
    // Words that English does not have any more are forgotten.
    expect(get(site, 'messages/sources.json')).not.toContain('app.feed')
  })

  it('keeps asking the languages that were not marked, until they are', () => {
    const site = makeMarkedSite()
    expect(open(site, 'ar')).toContain('app.feed.title: out of date')
    expect(markStillRight(site, ['ar'], ['app.feed.title'])).toEqual([])
    expect(open(site, 'ar')).not.toContain('app.feed.title: out of date')
    put(site, 'messages/en/app.json', { feed: { title: 'All requests' } })
    expect(markStillRight(site, ['fr'], ['app.feed.title'])).toEqual([])
    expect(open(site, 'fr')).toEqual([])
    expect(open(site, 'ar')).toContain('app.feed.title: out of date')
    expect(JSON.parse(get(site, 'messages/sources.json'))).toMatchObject({ exceptions: { 'app.feed.title': ['ar'] } })
    expect(markStillRight(site, ['ar', 'fr'], ['app.feed.title'])).toEqual([])
    expect(get(site, 'messages/sources.json')).toContain('"exceptions": {}')
  })

  it('leaves the languages that were right when one is marked', () => {
    const site = makeMarkedSite()
    markStillRight(site, ['ar'], ['app.feed.title'])
    expect(open(site, 'fr')).toEqual([])
  })

  it('needs no page: a missing one is read in English, until it is translated', () => {
    const site = makeMarkedSite()
    expect(open(site, 'fr')).toEqual([])
    put(site, 'server/db/seed-content/fr/guide/1-asking.md', '# Demander\n')
    expect(open(site, 'fr')).toEqual(['pages.guide/1-asking: out of date'])
    expect(markStillRight(site, ['fr'], ['guide/1-asking'])).toEqual([])
    expect(open(site, 'fr')).toEqual([])
  })

  it('takes a translation that was missing for one of the English of its day', () => {
    const site = makeMarkedSite()
    put(site, 'server/db/seed-content/ar/help/1-danger.md', '# خطر\n')
    expect(open(site, 'ar')).not.toContain('pages.help/1-danger: out of date')
    put(site, 'server/db/seed-content/en/help/1-danger.md', '# In danger\n')
    expect(open(site, 'ar')).toContain('pages.help/1-danger: out of date')
  })

  it('is not written when a key is unknown or not translated', () => {
    const site = makeMarkedSite()
    const before = get(site, 'messages/sources.json')
    expect(markStillRight(site, ['ar'], ['app.feed.title', 'app.feed.titel', 'app.nav.show'])).toEqual([
      expect.stringContaining('app.feed.titel: English has no such key'),
      expect.stringContaining('app.nav.show: It is not translated into ar'),
    ])
    expect(get(site, 'messages/sources.json')).toBe(before)
  })
})
