import { describe, expect, it } from 'vitest'
import { seedPages } from './seed-content.ts'

const pages = seedPages()
const slugs = new Set(pages.filter(({ language }) => language === 'en').map(({ slug }) => slug))

describe('the pages of a new site', () => {
  it('fill the footer: five guides, five of help, five legal ones, and an update', () => {
    const count = (type: string): number =>
      pages.filter(({ language, content_type }) => language === 'en' && content_type === type).length
    expect(['guide', 'help', 'legal', 'update'].map(count)).toEqual([5, 5, 5, 1])
  })

  it.each(pages.map((page) => [`${page.language}/${page.slug}`, page] as const))('%s is fit to read', (_name, page) => {
    expect(slugs).toContain(page.slug)
    expect(page.title.length).toBeLessThanOrEqual(60)
    // A page has one level-1 heading: its title.
    expect(page.content).not.toMatch(/^# /m)
    expect(page.content).not.toMatch(/!|<[a-z]/i)
    const links = [...page.content.matchAll(/\]\(\/content\/([^)]+)\)/g)].map(([, slug]) => slug ?? '')
    expect(links.filter((slug) => !slugs.has(slug))).toEqual([])
    // Chinese and Japanese write no spaces between words.
    const segments = new Intl.Segmenter(page.language, { granularity: 'word' }).segment(page.content)
    // A single kana of Japanese is a particle or an ending: は, を, た.
    const words = [...segments].filter(
      ({ isWordLike, segment }) => isWordLike && !/^\p{Script=Hiragana}$/u.test(segment),
    ).length
    expect(words).toBeGreaterThanOrEqual(250)
    expect(words).toBeLessThanOrEqual(600)
  })
})
