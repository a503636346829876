import { describe, expect, it } from 'vitest'
import { languages } from '../../contract/fields.ts'
import { MAX_REASON_LENGTH, roles } from '../../contract/users.values.ts'
import { composeText, renderHtml, renderText } from './words.ts'

const url = 'https://pray.example.org/signin'
const isolates = /[\u2066-\u2069]/
const write = (language: 'en' | 'ar', values: Record<string, string>) => {
  const site = 'St. Mary’s “Friends”'
  const text = composeText('suspended', language, { site, address: 'https://pray.example.org', ...values }, 'UTC')
  return { text: renderText(text, url), html: renderHtml(text, url, language) }
}

describe('what people chose, in a sentence of an email', () => {
  it.each([
    ['ar', { name: '"Anna" <b>' }, '<bdi>&#34;Anna&#34; &#60;b&#62;</bdi>'],
    ['ar', {}, '<bdi>St. Mary’s “Friends”</bdi>'],
    ['en', { name: 'يوسف ح.' }, 'Hello <bdi>يوسف ح.</bdi>,'],
    ['en', { name: 'Hannah W.' }, 'Hello Hannah W.,'],
  ] as const)('stays in one piece in %s: %j', (language, values, whole) => {
    const { html, text } = write(language, values)
    expect(html).toContain(whole)
    // Whoever copies an address or a code from the text copies nothing that they do not see.
    expect(text).not.toMatch(isolates)
    expect(html).not.toMatch(isolates)
  })
})

it.each(roles)('who is %s from now on reads in every language what that means', (role) => {
  const said = languages.map((language) =>
    composeText('role_changed', language, { site: 'Oremus', role }, 'UTC').paragraphs.at(1),
  )
  expect(new Set(said).size).toBe(languages.length)
})

it('the text says what its address is for, and speaks of no button', () => {
  const { text, html } = write('en', {})
  expect(text).toContain(`Read the rules:\n${url}`)
  expect(text).not.toContain('button')
  expect(html).toContain('If the button doesn’t work')
})

it('an address stands in the text once, also where it is that of its only piece of news', () => {
  const piece = { quote: null, by: null, is_answer: false, act: null }
  const frame = { subject: '', greeting: 'Hello,', paragraphs: [], button: 'See your news', by_hand: '', footer: '' }
  const items = [
    { ...piece, sentence: 'News', url },
    { ...piece, sentence: 'More', url: `${url}#more` },
  ]
  const lines = renderText({ ...frame, items }, url).split('\n')
  expect(lines.filter((line) => line === url)).toHaveLength(1)
  expect(lines).toContain(`${url}#more`)
})

// Were it read as a time, the second would fail, and with it the emails of all who wait behind them.
it.each(['2026-12-24T10:00:00.000Z', '2026-99-99T99:99Z'])('somebody may be called %s', (name) => {
  expect(write('en', { name }).text).toContain(`Hello ${name},`)
})

it('the reason of a decision is told whole: nowhere else can its person read it', () => {
  const reason = '🙏 word '.repeat(MAX_REASON_LENGTH / 7).trim()
  expect(write('en', { reason }).text).toContain(`Their reason: ${reason}\n`)
})

it.each([
  ['en', 'Grace Ministries Inc.', 'devices out of Grace Ministries Inc. The way'],
  ['en', 'Jesus saves!', 'devices out of Jesus saves! The way'],
  ['es', 'Alguien…', 'dispositivos en Alguien… Por cómo'],
  ['en', 'Oremus', 'devices out of Oremus. The way'],
] as const)('a sentence in %s that %s ends has one stop', (language, site, whole) => {
  expect(composeText('session_ended', language, { site }, 'UTC').paragraphs[0]).toContain(whole)
})
