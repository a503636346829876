import { describe, expect, it, vi } from 'vitest'
import { resolveLink, firstSentence } from './addresses.ts'

describe('where a link leads', () => {
  it.each([
    ['/a?b#c', { own: true, path: '/a?b#c' }],
    ['http://localhost/a', { own: true, path: '/a' }],
    ['imprint', { own: true, path: '/content/imprint' }],
    ['//example.org/a', { own: false, href: 'http://example.org/a' }],
    [String.raw`\\example.org/a`, { own: false, href: 'http://example.org/a' }],
    ['ftp://example.org', null],
    ['https://', null],
  ])('%s', (link, address) => {
    expect(resolveLink(link, 'http://localhost')).toEqual(address)
  })

  it('is known to Safari before 17, which has no `URL.canParse`', () => {
    vi.spyOn(URL, 'canParse').mockImplementation(() => {
      throw new TypeError('URL.canParse is not a function')
    })
    expect(resolveLink('imprint', 'http://localhost')).toEqual({ own: true, path: '/content/imprint' })
  })
})

describe('the first sentence', () => {
  it.each([
    ['## Heading\n\nOne **bold** [word](/x). Two.', 'One bold word.'],
    ['> quote\n\n- list\n\nVersion 1.5 is here. It works.', 'Version 1.5 is here.'],
    ['今天很好。明天也好。', '今天很好。'],
    ['هل أنت بخير؟ نعم.', 'هل أنت بخير؟'],
    ['No end', 'No end'],
    ['', ''],
    [`${'x'.repeat(199)}🧑🏽‍🦽🧑🏽‍🦽.`, `${'x'.repeat(199)}🧑🏽‍🦽…`],
  ])('%s', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence)
  })
})
