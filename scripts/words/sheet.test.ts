import { spawnSync } from 'node:child_process'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Site, hashOf, readStamps } from './catalogues.ts'
import { get, makeSite, put } from './made-up.ts'
import { applyEdits, hasUnreadEdits, makeSheet, readSheet } from './sheet.ts'
import { findOutdated, markAllRight, markStillRight, readLanguage } from './state.ts'

let site: Site
beforeEach(() => {
  site = makeSite()
})

const sheetOf = (language: string, onlyChanged = false): string =>
  makeSheet(site, readLanguage(site, language), onlyChanged)

function read(language: string, sheet: string) {
  const state = readLanguage(site, language)
  const edits = readSheet(state, sheet)
  applyEdits(site, state, edits)
  return edits
}

/** The sheet with the translation of a key replaced, as an editor would. */
function edit(sheet: string, key: string, text: string, mark: 'keep' | 'remove' = 'remove'): string {
  const entries = sheet.split('\n\n')
  const index = entries.findIndex((entry) => entry.includes(`msgctxt "${key}"\n`))
  const entry = entries[index] ?? ''
  const written = entry.replace(/msgstr .*$/s, () => `msgstr "${text.replaceAll('"', '\\"')}"`)
  entries[index] = mark === 'remove' ? written.replace('#, fuzzy\n', '') : written
  return `${entries.join('\n\n').trimEnd()}\n`
}
const appEnglish = (): { feed: Record<string, string>; nav: Record<string, string> } =>
  JSON.parse(get(site, 'messages/en/app.json')) as never
const rewrite = (key: 'title' | 'hero' | 'count', text: string): void => {
  const english = appEnglish()
  english.feed[key] = text
  put(site, 'messages/en/app.json', english)
}
const keysOf = (sheet: string): string[] => [...sheet.matchAll(/^msgctxt "(.*)"$/gm)].map(([, key = '']) => key)

describe('the sheet', () => {
  it('has the English, the meaning and the place of every sentence', () => {
    const sheet = sheetOf('fr')
    expect(keysOf(sheet)).toEqual([
      'app.feed.title',
      'app.feed.count',
      'app.feed.hero',
      'app.nav.show',
      'mail.every.hello',
      'errors.request.invalid',
      'errors.request.timeout',
    ])
    expect(sheet).toContain(
      '#: web/pages/feed.tsx:2\nmsgctxt "app.feed.title"\nmsgid "Prayer requests"\nmsgstr "Intentions"',
    )
    expect(sheet).toContain('#. Meaning: Button: shows what the filter chose.\nmsgctxt "app.nav.show"')
    expect(sheet).toContain('#: server/sign-up.ts:1\nmsgctxt "mail.every.hello"')
    expect(sheet).toContain('#: server/sign-up.ts:2\nmsgctxt "errors.request.timeout"')
    expect(sheet).toContain('#. Plural forms: one, many, other')
  })

  it('changes nothing when it is read as it was written', () => {
    markAllRight(site, 'fr')
    rewrite('title', 'All requests')
    const files = [
      'messages/fr/app.json',
      'messages/fr/mail.json',
      'messages/fr/errors.json',
      'messages/sources.fr.json',
    ]
    const before = files.map((file) => get(site, file))
    expect(read('fr', sheetOf('fr'))).toMatchObject({ texts: [], marked: [], refused: [], waiting: ['app.feed.title'] })
    expect(files.map((file) => get(site, file))).toEqual(before)
  })

  it('has only what is missing or out of date, when asked', () => {
    expect(keysOf(sheetOf('fr', true))).toEqual([])
    markAllRight(site, 'fr')
    rewrite('hero', '<line>Come as you are.</line>')
    put(site, 'messages/fr/mail.json', {})
    const sheet = sheetOf('fr', true)
    expect(keysOf(sheet)).toEqual(['app.feed.hero', 'mail.every.hello'])
    expect(sheet).toMatch(
      /English has changed since this was translated\.\n#: web\/pages\/feed\.tsx:1\n#, fuzzy\nmsgctxt "app\.feed\.hero"/,
    )
    expect(sheet).toMatch(/#: server\/sign-up\.ts:1\nmsgctxt "mail\.every\.hello"\nmsgid .*\nmsgstr ""/)
  })

  it('shows the English from which the translation was made', () => {
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=Hannah', '-c', 'user.email=hannah@example.org', ...args], { cwd: site.root })
    git('init', '-q')
    git('add', '.')
    git('commit', '-qm', 'first')
    markAllRight(site, 'fr')
    for (const text of ['Requests', 'All requests']) {
      rewrite('title', text)
      git('commit', '-qam', text)
    }
    expect(sheetOf('fr')).toContain(
      '#, fuzzy\n#| msgid "Prayer requests"\nmsgctxt "app.feed.title"\nmsgid "All requests"',
    )
  })
})

describe('an edited sheet', () => {
  it('writes the words in the order of the English keys, and only into the files that change', () => {
    const mail = get(site, 'messages/fr/mail.json')
    put(site, 'messages/fr/app.json', { nav: { show: 'Afficher' }, feed: { hero: '<line>a</line>' } })
    let sheet = edit(sheetOf('fr'), 'app.feed.title', 'Dites "oui", et <3')
    sheet = edit(sheet, 'app.feed.count', '{count, plural, one {une} many {# d’} other {# }}')
    sheet = edit(sheet, 'errors.request.timeout', ' Trop long ! ')
    const { texts, refused } = read('fr', sheet)
    expect(refused).toEqual([])
    expect(texts).toHaveLength(3)
    expect(get(site, 'messages/fr/app.json')).toBe(`{
  "feed": {
    "title": "Dites \\"oui\\", et <3",
    "count": "{count, plural, one {une} many {# d’} other {# }}",
    "hero": "<line>a</line>"
  },
  "nav": {
    "show": "Afficher"
  }
}
`)
    expect(get(site, 'messages/fr/errors.json')).toContain('"timeout": "Trop long !"')
    expect(get(site, 'messages/fr/mail.json')).toBe(mail)
  })

  it('fills what is missing, from right to left', () => {
    markAllRight(site, 'ar')
    let sheet = edit(sheetOf('ar'), 'app.feed.hero', '<line>ضع ما تحمله «هنا».</line>')
    sheet = edit(sheet, 'mail.every.hello', '\u200Fمرحبًا {name}،')
    const { refused, waiting } = read('ar', sheet)
    expect(refused).toEqual([])
    expect(waiting).toHaveLength(4)
    expect(get(site, 'messages/ar/app.json')).toContain('"hero": "<line>ضع ما تحمله «هنا».</line>"')
    expect(JSON.parse(get(site, 'messages/ar/mail.json'))).toEqual({ every: { hello: '\u200Fمرحبًا {name}،' } })
    expect(readStamps(site, 'ar')?.['mail']).toEqual({ 'every.hello': hashOf('Hello {name},') })
  })

  it('names what it refuses, and takes the rest', () => {
    let sheet = edit(sheetOf('fr'), 'app.feed.title', 'Demandes')
    sheet = edit(sheet, 'mail.every.hello', 'Bonjour {nom},')
    sheet = edit(sheet, 'app.feed.hero', 'Déposez.')
    sheet += '\nmsgctxt "app.gone"\nmsgid "Gone"\nmsgstr "Parti"\n'
    sheet += '\nmsgctxt "app.feed.title"\nmsgid "Prayer requests"\nmsgstr "Prières"\n'
    const { texts, refused } = read('fr', sheet)
    expect(texts.map(({ text }) => text)).toEqual(['Demandes'])
    expect(refused.map(({ id }) => id)).toEqual(['app.feed.hero', 'mail.every.hello', 'app.gone', 'app.feed.title'])
    expect(refused.map(({ problem }) => problem).join('\n')).toMatch(/write <line>.*\nwrite \{name\}.*take \{nom\}/)
    expect(get(site, 'messages/fr/app.json')).toContain('"hero": "<line>Déposez ce que vous portez.</line>"')
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Demandes"')
    expect(get(site, 'messages/fr/mail.json')).toContain('Bonjour {name},')
  })

  it('changes nothing when a line of it is broken, or it is of another language', () => {
    const broken = `${edit(sheetOf('fr'), 'app.feed.title', 'Demandes')}msgstr oops\n`
    expect(() => read('fr', broken)).toThrow(/^Line \d+ of the sheet: /)
    expect(() => read('ar', sheetOf('fr'))).toThrow('This is the sheet of "fr", not of "ar".')
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Intentions"')
  })

  it('is not written over', () => {
    const sheet = sheetOf('fr')
    expect(hasUnreadEdits(site, 'fr', sheet)).toBe(false)
    const edited = edit(sheet, 'app.feed.title', 'Demandes')
    expect(hasUnreadEdits(site, 'fr', edited)).toBe(true)
    expect(hasUnreadEdits(site, 'fr', edit(sheet, 'app.feed.hero', 'refused'))).toBe(true)
    read('fr', edited)
    expect(hasUnreadEdits(site, 'fr', edited)).toBe(false)
  })
})

describe('a sentence whose English has changed', () => {
  const outdated = (): string[] => findOutdated(readLanguage(site, 'fr'))
  beforeEach(() => {
    markAllRight(site, 'fr')
    expect(outdated()).toEqual([])
    rewrite('title', 'All requests')
    expect(outdated()).toEqual(['app.feed.title'])
  })

  it('is right when its mark is taken out, with new words or the old ones', () => {
    const before = readStamps(site, 'fr')
    expect(read('fr', edit(sheetOf('fr'), 'app.feed.title', 'Intentions')).texts).toEqual([])
    expect(outdated()).toEqual([])
    expect(readStamps(site, 'fr')).toEqual({
      ...before,
      app: { ...before?.['app'], 'feed.title': hashOf('All requests') },
    })
    rewrite('title', 'Every request')
    read('fr', edit(sheetOf('fr'), 'app.feed.title', 'Toutes'))
    expect(outdated()).toEqual([])
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Toutes"')
  })

  it('keeps new words but waits on while the mark is left', () => {
    const { waiting } = read('fr', edit(sheetOf('fr'), 'app.feed.title', 'Toutes', 'keep'))
    expect(waiting).toEqual(['app.feed.title'])
    expect(outdated()).toEqual(['app.feed.title'])
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Toutes"')
  })

  it('waits on when it changes again before the sheet comes back', () => {
    const sheet = edit(sheetOf('fr'), 'app.feed.title', 'Toutes')
    rewrite('title', 'Every request')
    expect(read('fr', sheet)).toMatchObject({ refused: [], waiting: ['app.feed.title'] })
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Toutes"')
    expect(outdated()).toEqual(['app.feed.title'])
  })

  it('is not undone by an older sheet', () => {
    const old = edit(sheetOf('fr'), 'app.feed.title', 'Toutes')
    rewrite('title', 'Every request')
    read('fr', edit(sheetOf('fr'), 'app.feed.title', 'Chaque intention'))
    expect(read('fr', old).refused).toMatchObject([
      { id: 'app.feed.title', problem: expect.stringContaining('translated anew') },
    ])
    expect(get(site, 'messages/fr/app.json')).toContain('"title": "Chaque intention"')
    expect(outdated()).toEqual([])
  })

  it('is right when it is said to be', () => {
    expect(markStillRight(site, 'fr', ['app.feed.title'])).toEqual([])
    expect(outdated()).toEqual([])
  })
})
