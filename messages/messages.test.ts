import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { errors } from '../contract/errors.ts'
import { alertKinds } from '../contract/prayers.values.ts'

type Messages = { [key: string]: string | Messages }

const folder = import.meta.dirname
const languages = readdirSync(folder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name)
const read = (language: string, file: string): Messages =>
  JSON.parse(readFileSync(path.join(folder, language, file), 'utf8')) as Messages

/** Dotted keys and their texts. */
const flat = (messages: Messages, prefix = ''): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flat(value, `${prefix}${key}.`),
  )

/** The names of arguments and tags, without the words of a plural's branches. */
const argumentsOf = (text: string): string[] =>
  [...new Set([...text.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, argument, tag]) => argument ?? `<${tag}>`))].toSorted()

// The pages, and the lists of values that they go through.
const sourceFiles = ['web', 'contract'].flatMap((name) =>
  readdirSync(path.join(folder, '..', name), { recursive: true, encoding: 'utf8' })
    .filter((file) => (name === 'web' ? /\.tsx?$/ : /\.values\.ts$/).test(file) && !/\btest\.tsx?$/.test(file))
    .map((file) => path.join(folder, '..', name, file)),
)
const source = sourceFiles.map((file) => readFileSync(file, 'utf8')).join('\n')

// The refusals in English are in contract/errors.ts.
const areas = readdirSync(path.join(folder, 'en')).filter((file) => file.endsWith('.json'))
const pageAreas = areas.filter((file) => !['mail.json', 'offline.json'].includes(file))

// Their placeholders, tags and plural forms: scripts/words/state.test.ts.
describe.each(languages.filter((language) => language !== 'en'))('%s', (language) => {
  it.each(areas)('says what English says, no more and no less: %s', (file) => {
    expect(
      flat(read(language, file))
        .map(([key]) => key)
        .toSorted(),
    ).toEqual(
      flat(read('en', file))
        .map(([key]) => key)
        .toSorted(),
    )
  })

  it('has a sentence for every error, and for nothing else', () => {
    expect(
      flat(read(language, 'errors.json'))
        .map(([key]) => key)
        .toSorted(),
    ).toEqual(Object.keys(errors).toSorted())
  })
})

/** Buttons whose name says more than is seen, and begins with that: what is seen, the name. */
const spoken = [
  ['checks.again', 'checks.again_one'],
  ['people.approve', 'people.approve_one'],
  ['people.decline', 'people.decline_one'],
  ['today.pray', 'today.pray_for'],
  ['devices.end', 'devices.end_one'],
  ['second_factors.remove', 'second_factors.remove_one'],
] as const

// Who speaks to the device says what they see (WCAG 2.5.3). The names that are put together in other ways are looked at in the browser.
it.each(languages)('names a button by the words on it, and more: %s', (language) => {
  const texts = new Map(pageAreas.flatMap((file) => flat(read(language, file))))
  const others = [...texts].filter(([key, name]) => {
    const words = key.endsWith('_one') ? texts.get(key.slice(0, -'_one'.length)) : undefined
    return words !== undefined && !name.toLowerCase().includes(words.toLowerCase())
  })
  expect(others).toEqual([])
  for (const [seen, name] of spoken) {
    expect(texts.get(seen), seen).toBeTruthy()
    expect(
      texts
        .get(name)
        ?.toLowerCase()
        .indexOf(texts.get(seen)?.toLowerCase() ?? ''),
      name,
    ).toBe(0)
  }
  expect(texts.get('groups.act_on')).toMatch(/^\{act\}/)
})

// The wall and Today offer the same act.
it.each(languages)('calls praying one at a time by one name: %s', (language) => {
  const [wall, today] = ['app.json', 'lists.json'].map((file) => new Map(flat(read(language, file))))
  expect(wall?.get('feed.pray_one')).toBeTruthy()
  expect(today?.get('today.begin')).toBe(wall?.get('feed.pray_one'))
})

describe('meanings.json', () => {
  const meanings = JSON.parse(readFileSync(path.join(folder, 'meanings.json'), 'utf8')) as Record<string, Messages>
  const keysOf = (messages: Messages) => flat(messages).map(([key]) => key)

  it('explains every sentence for somebody in danger, and for those who look after them', () => {
    // Not about danger: why other requests wait.
    const shown = keysOf(read('en', 'care.json')).filter((key) => /^care\.(?!held$|reason_)/.test(key))
    const queue = [...alertKinds, 'crisis'].map((key) => `queue.${key}`)
    expect(keysOf(meanings['care'] ?? {})).toEqual(expect.arrayContaining([...shown, ...queue]))
  })

  it('explains no sentence that does not exist', () => {
    const unknown = Object.entries(meanings).flatMap(([area, texts]) => {
      const known = keysOf(read('en', `${area}.json`))
      return keysOf(texts).filter((key) => !known.includes(key))
    })
    expect(unknown).toEqual([])
  })

  it('is not sent to browsers', () => {
    const loaded = [...source.matchAll(/'!?[./]*(messages\/[^']+\.json)'/g)].map(([, file = '']) => file)
    expect(loaded).not.toEqual([])
    expect(loaded.filter((pattern) => path.matchesGlob('messages/meanings.json', pattern))).toEqual([])
  })
})

// A reader in danger is addressed as everywhere else on the site.
it.each([
  ['fr', 'vous', /(?<!\p{L})(?:(?:tu|te|toi|ton|ta|tes)(?!\p{L})|t’)/iu],
  ['es', 'tú', /(?<!\p{L})(?:usted|ustedes|vos|vosotros)(?!\p{L})/iu],
  ['pt', 'você', /(?<!\p{L})(?:tu|te|teu|tua|contigo)(?!\p{L})/iu],
  ['hi', 'आप', /(?<![\p{L}\p{M}])(?:तुम|तू|तेर)/u],
])('%s says %s', (language, _, other) => {
  const found = ['care.json', 'mail.json', 'services.json'].flatMap((file) =>
    flat(read(language, file)).filter(([, text]) => other.test(text)),
  )
  expect(found).toEqual([])
})

// What is said to one man. Whoever reads may be a woman: “يُرجى”, or the name of the act.
it('ar commands no man', () => {
  const commands =
    /(?<![\p{L}\p{M}])[وف]?(?:اختر|اكتب|احفظ|احذف|اترك|املأ|اضغط|افتح|افحص|انسخ|الصق|اطبع|ادعُ|ارجع|اعمل|اطلب|اقرأ|انظر|المس|أضف|أزل|أعد|أنشئ|جرّب)(?:ها|ه)?(?![\p{L}\p{M}])/u
  const found = areas.flatMap((file) => flat(read('ar', file)).filter(([, text]) => commands.test(text)))
  expect(found).toEqual([])
})

describe('mail', () => {
  it('asks for no value that nobody gives', () => {
    const given = [
      'site',
      'address',
      'name',
      'list',
      'reason',
      'deletes_at',
      'expires_at',
      'time',
      'code',
      'group',
      'asker',
      'by',
      'words',
      'count',
    ]
    for (const [key, text] of flat(read('en', 'mail.json')))
      expect(given, key).toEqual(expect.arrayContaining(argumentsOf(text)))
  })
})

it('holds no message that no page uses', () => {
  // `t('a.b')`, `t('b')` below a namespace, or `t(`a.b_${x}`)`: the last part, or what stands beside its `_`, is in the source.
  const quoted = new Set(Array.from(source.matchAll(/(?=(['"])([\w.]+)\1)/g), ([, , name = '']) => name))
  const built = Array.from(
    source.matchAll(/`(?:[\w.]*\.)?(\w*)\$\{[\w.]+\}(\w*)`/g),
    ([, start = '', end = '']) => [start, end] as const,
  ).filter((ends) => ends.join('').includes('_'))
  const ofPages = pageAreas.flatMap((file) => flat(read('en', file)))
  const unused = ofPages.filter(([key]) => {
    const parts = key.split('.')
    const last = parts.at(-1) ?? ''
    const isBuilt = built.some(([start, end]) => last.startsWith(start) && last.endsWith(end))
    // Chosen by what the server says, or said in emails, which have no plurals of their own.
    const fromServer = /^(categories|audience|status|notify|summary_numbers|acts\.say|alarm|notices)$/.test(
      parts.slice(0, -1).join('.'),
    )
    return !(quoted.has(key) || quoted.has(last) || isBuilt || fromServer)
  })
  expect(unused).toEqual([])
})

describe('how many have prayed', () => {
  const say = (language: 'en' | 'ar', key: 'count' | 'count_with_you', values: Record<string, number>) =>
    createTranslator({ locale: language, messages: read(language, 'app.json'), namespace: 'prayer' as never })(
      key as never,
      values as never,
    )

  it.each([
    [0, 'Be the first to pray'],
    [1, '1 person has prayed'],
    [24, '24 people have prayed'],
    [1204, '1,204 people have prayed'],
  ])('en %d', (count, sentence) => {
    expect(say('en', 'count', { count })).toBe(sentence)
  })

  it.each([
    [0, 'You have prayed'],
    [1, 'You and 1 other have prayed'],
    [41, 'You and 41 others have prayed'],
  ])('en, the reader and %d', (others, sentence) => {
    expect(say('en', 'count_with_you', { others })).toBe(sentence)
  })

  it.each([
    [0, 'بانتظار أول صلاة'],
    [1, 'صلّى شخص واحد'],
    [2, 'صلّى شخصان'],
    [3, 'صلّى 3 أشخاص'],
    [11, 'صلّى 11 شخصًا'],
    [24, 'صلّى 24 شخصًا'],
    [100, 'صلّى 100 شخص'],
  ])('ar %d', (count, sentence) => {
    expect(say('ar', 'count', { count })).toBe(sentence)
  })

  it.each([
    [0, 'صلّيت'],
    [1, 'صلّيت أنت وشخص آخر'],
    [2, 'صلّيت أنت وشخصان آخران'],
    [41, 'صلّيت أنت و41 آخرون'],
  ])('ar, the reader and %d', (others, sentence) => {
    expect(say('ar', 'count_with_you', { others })).toBe(sentence)
  })
})

// `clockTime` of the reminders leaves am and pm to the sentence.
it.each(['ar', 'hi', 'ko'] as const)(
  'tells a morning from an evening in %s, where the clock has twelve hours',
  (locale) => {
    const messages = read(locale, 'lists.json')['remind'] as Messages
    const say = createTranslator({ locale, messages, timeZone: 'UTC' }) as unknown as (
      key: string,
      values: Record<string, string>,
    ) => string
    for (const key of ['when_daily', 'ask_daily'])
      expect(say(key, { part: 'morning', time: '7:00' })).not.toBe(say(key, { part: 'evening', time: '7:00' }))
  },
)
