import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { languageNames } from '../../../../contract/languages.ts'
import type { Language } from '../../../../contract/fields.ts'
import { seedPages } from '../../../db/seed-content.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { escapeMarkdown } from './imprint.rules.ts'

const languages = Object.keys(languageNames) as Language[]
const fields = {
  who: 'Pfarrei St. Anna',
  address: 'Kirchweg 5\n94032 Passau',
  reach: 'buero@st-anna.example\n+49 851 1234',
  answers: 'Pfarrer Josef Huber',
  register: '',
}
const empty = { who: '', address: '', reach: '', answers: '', register: '' }

describe('the imprint', () => {
  const app = sharedTestApp({})
  let as: string
  beforeAll(async () => {
    as = await app.signIn('peter')
  })

  const read = async () => (await app.ask('imprint.read', {}, { as })).data
  const write = (part: object) => app.ask('imprint.write', { ...empty, ...part }, { as })
  const page = async (language: Language) => (await app.ask('content.one', { slug: 'imprint', language })).data
  const statesIn = async (): Promise<Record<string, string>> =>
    Object.fromEntries((await read()).pages.map(({ language, state }) => [language, state]))
  const idOf = async (language: Language): Promise<string> =>
    (await read()).pages.find((one) => one.language === language)?.id ?? ''
  const all = (state: string) => Object.fromEntries(languages.map((language) => [language, state]))
  beforeEach(async () => {
    const answer = await write({ replace: languages })
    expect(answer.status, answer.text).toBe(200)
  })

  it.each(languages)('says in %s who runs the site, and keeps rights and emergencies', async (language) => {
    await write(fields)
    const { title, content } = await page(language)
    const seed = seedPages().find((one) => one.slug === 'imprint' && one.language === language)
    expect(title).toBe(seed?.title)
    const headings = (text = '') => text.match(/^## .*$/gm)
    const [first, , , rights, emergency] = headings(seed?.content) ?? []
    expect(headings(content)).toEqual([first, rights, emergency])
    const shown = content.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '')
    for (const line of [fields.who, ...fields.address.split('\n'), ...fields.reach.split('\n'), fields.answers])
      expect(shown).toContain(line)
    expect(content).toContain('/content/privacy-notice')
    // An empty field has no label, and no label is the same in two fields.
    expect(new Set(content.match(/^\*\*.*\*\*\\$/gm)).size).toBe(3)
    expect(await statesIn()).toEqual(all('filled'))
  })

  it('comes back to the pages of a new site when every field is empty', async () => {
    await write(fields)
    await write({})
    for (const seed of seedPages().filter(({ slug }) => slug === 'imprint'))
      expect((await page(seed.language)).content).toBe(seed.content)
    expect(await read()).toMatchObject({ fields: empty })
    expect(await statesIn()).toEqual(all('empty'))
  })

  it('leaves alone what somebody wrote by hand or withdrew, until told to replace it', async () => {
    await write(fields)
    await app.ask('content.manage_edit', { id: await idOf('fr'), content: 'Nos propres mots.' }, { as })
    await app.ask('content.manage_edit', { id: await idOf('ja'), status: 'draft' }, { as })
    const { data } = await write({ ...fields, who: 'St Anne’s' })
    expect(data.pages.filter(({ state }) => state === 'own').map(({ language }) => language)).toEqual(['fr', 'ja'])
    expect((await page('fr')).content).toBe('Nos propres mots.')
    expect((await page('de')).content).toContain('St Anne')
    expect(data.fields.who).toBe('St Anne’s')

    await write({ ...data.fields, replace: ['fr', 'ja'] })
    expect(await statesIn()).toEqual(all('filled'))
    expect((await page('ja')).language).toBe('ja')
    const versions = await app.ask('content.versions', { id: await idOf('fr') }, { as })
    const [last] = versions.data
    const version = await app.ask('content.version', { id: await idOf('fr'), version_id: last?.id ?? '' }, { as })
    expect(version.data.content).toBe('Nos propres mots.')
  })

  it('writes a page that was deleted anew', async () => {
    await app.ask('content.manage_delete', { id: await idOf('ko') }, { as })
    await write(fields)
    expect(await page('ko')).toMatchObject({ language: 'ko', content_type: 'legal' })
  })

  it('refuses a save that is based on an older one, and keeps the newer', async () => {
    const { changed_at } = await read()
    await write({ ...fields, changed_at })
    const late = await write({ who: 'Somebody else', changed_at })
    expect([late.status, late.data]).toMatchObject([409, { code: 'content.changed' }])
    expect((await read()).fields.who).toBe(fields.who)
  })

  it('changes nothing when nothing is new, and is one act in the record, without the words', async () => {
    const acts = () => app.ctx.db.selectFrom('audit_log').selectAll().orderBy('id').execute()
    const before = (await acts()).length
    await write(fields)
    const { changed_at } = await read()
    app.advance(1000)
    await write(fields)
    expect((await read()).changed_at).toBe(changed_at)
    const made = (await acts()).slice(before)
    expect(made).toHaveLength(1)
    expect(JSON.stringify(made)).not.toMatch(/Anna|Huber/)
  })
})

describe('what is typed into the imprint', () => {
  it.each([
    ['**bold** and _thin_', String.raw`\*\*bold\*\* and \_thin\_`],
    ['<script>x</script>', String.raw`\<script\>x\<\/script\>`],
    ['[a](https://b.example)', String.raw`\[a\]\(` + '\u2060' + String.raw`https\:\/\/b\.example\)`],
    ['www.b.example', '\u2060' + String.raw`www\.b\.example`],
    ['1. one\n# two', '1\\. one\\\n\\# two'],
    ['a | b\n--|--', 'a \\| b\\\n\\-\\-\\|\\-\\-'],
    ['    code\n\n\n', 'code'],
    ['a@b.example\nWrite to a@b.example', '<a@b.example>\\\n' + String.raw`Write to a\@b\.example`],
    ['&lt;', String.raw`\&lt\;`],
  ])('is text: %j', (typed, markdown) => {
    expect(escapeMarkdown(typed)).toBe(markdown)
  })

  it('goes its own way in each line of a page from right to left', () => {
    expect(escapeMarkdown('+49 851\na@b.example', 'rtl')).toBe('\u2068\\+49 851\u2069\\\n\u2068<a@b.example>\u2069')
  })
})
