import { describe, expect, it } from 'vitest'
import { renderPage } from '../../../test.tsx'
import { Markdown } from './Markdown.tsx'

const show = async (text: string): Promise<HTMLElement> => {
  const { screen } = await renderPage(<Markdown>{text}</Markdown>)
  const prose = screen.container.querySelector<HTMLElement>('[data-markdown]')
  if (!prose) throw new Error('Nothing was shown')
  return prose
}

/** Each sets `hacked`, or calls a foreign server, if any of it is interpreted as more than text. */
const hostile = [
  '<script>window.hacked=1</script>',
  '<scr<script>ipt>window.hacked=1</scr</script>ipt>',
  '<img src=x onerror="window.hacked=1">',
  '<svg onload="window.hacked=1"><animate onbegin="window.hacked=1"/></svg>',
  '<svg><style><img src=x onerror=window.hacked=1></style></svg>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=window.hacked=1>',
  '<iframe srcdoc="<script>parent.hacked=1</script>"></iframe>',
  '<details open ontoggle=window.hacked=1>',
  '<a href="javascript:window.hacked=1">x</a>',
  '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<!-- --!><img src=x onerror=window.hacked=1> -->',
  '<noscript><p title="</noscript><img src=x onerror=window.hacked=1>">',
  '[x](javascript:window.hacked=1)',
  '[x](JaVaScRiPt:window.hacked=1)',
  '[x](java&#115;cript:window.hacked=1)',
  '[x](&#x6A;avascript&colon;window.hacked=1)',
  '[x](<java\tscript:window.hacked=1>)',
  '[x](<java&#10;script:window.hacked=1>)',
  '[x](<&#1;javascript:window.hacked=1>)',
  '[x](vbscript:window.hacked=1)',
  '[x](data:text/html,<script>window.hacked=1</script>)',
  '[x](data:text/html;base64,PHNjcmlwdD53aW5kb3cuaGFja2VkPTE8L3NjcmlwdD4=)',
  '[x](blob:http://localhost/1)',
  '[x](file:///etc/passwd)',
  '<javascript:window.hacked=1>',
  '<data:text/html,x>',
  '[a [b](javascript:window.hacked=1) c](https://example.org)',
  '[![x](javascript:window.hacked=1)](javascript:window.hacked=1)',
  '![x](https://evil.example/pixel.png)',
  '![x](//evil.example/pixel.png)',
  '![x](data:image/svg+xml,<svg onload="window.hacked=1">)',
  '![x" onerror="window.hacked=1](/icon.png)',
  '[x](https://example.org "\\" onmouseover=\\"window.hacked=1")',
  '[x]: javascript:window.hacked=1\n\n[x]',
  '[^1]\n\n[^1]: <img src=x onerror=window.hacked=1> [y](javascript:window.hacked=1)',
  '| <img src=x onerror=window.hacked=1> | b |\n|---|---|\n| [x](javascript:window.hacked=1) | y |',
  '```html onload=window.hacked=1\n<script>window.hacked=1</script>\n```',
  'https://example.org/<script>window.hacked=1</script>',
  'www.example.org"onmouseover="window.hacked=1',
  '- [ ] <input autofocus onfocus=window.hacked=1>',
]

function expectHarmless(prose: HTMLElement): void {
  expect(prose.querySelectorAll('script, iframe, svg, math, style, base, meta, form, object, embed')).toHaveLength(0)
  for (const element of prose.querySelectorAll('*')) {
    for (const { name } of element.attributes) expect(name).not.toMatch(/^on|^srcdoc$|^style$/)
  }
  for (const link of prose.querySelectorAll('a')) {
    expect(link.protocol).toMatch(/^(https?|mailto):$/)
    if (link.origin !== location.origin) expect(link.rel).toBe('noopener noreferrer nofollow ugc')
  }
  for (const picture of prose.querySelectorAll('img')) expect(new URL(picture.src).origin).toBe(location.origin)
  expect(Reflect.get(window, 'hacked')).toBeUndefined()
}

describe('a hostile text', () => {
  it.each(hostile)('%s is harmless', async (text) => {
    expectHarmless(await show(text))
  })

  it('is harmless as a whole', async () => {
    expectHarmless(await show(hostile.join('\n\n')))
  })

  it.each([
    ['quotes', '>'.repeat(10_000)],
    ['quotes with spaces and words', `${'> '.repeat(10_000)}deep`],
    ['lists', `${'- '.repeat(10_000)}deep`],
    ['numbered lists', `${'1. '.repeat(10_000)}deep`],
    ['lists and quotes in turn', `${'> - '.repeat(5000)}deep`],
    ['quotes that grow line by line', Array.from({ length: 400 }, (_, depth) => '>'.repeat(depth)).join('\n')],
    [
      'lists that grow line by line',
      Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth * 2)}- x`).join('\n'),
    ],
    ['emphasis', `${'*a **b '.repeat(3000)}${'c** d* '.repeat(3000)}`],
    ['brackets', '['.repeat(10_000)],
    ['brackets in pairs', `${'['.repeat(3000)}x${']'.repeat(3000)}`],
    ['pictures', '![x]('.repeat(5000)],
    ['angle brackets', '<'.repeat(20_000)],
    ['backticks', '`a``b```'.repeat(3000)],
    ['ampersands', '&'.repeat(50_000)],
    ['a wide table', `${'|a'.repeat(2000)}|\n${'|-'.repeat(2000)}|\n${'|b'.repeat(2000)}|`],
    ['mixed marks of emphasis', '*_~'.repeat(20_000)],
    ['quotes to the limit on every line', `${'> '.repeat(29)}x\n`.repeat(500)],
    ['a quote on every other line', '> a\n\n'.repeat(10_000)],
    ['a long list', '- a\n'.repeat(10_000)],
    ['underlined headings', 'a\n===\n'.repeat(10_000)],
    // Without a limit on nesting the test would run into its timeout.
  ])('10,000 deep is shown, and harmless: %s', async (_name, text) => {
    expectHarmless(await show(text))
  })
})

it('keeps every word of a page with more lists and marks than are laid out', async () => {
  const words = Array.from({ length: 2000 }, (_, index) => `- word${index} *bold${index}*`).join('\n')
  const text = (await show(words)).textContent
  expect(text).toContain('word1999')
  expect(text).toContain('bold1999')
})

describe('a text', () => {
  it('has no heading of the first rank, and leaves out none', async () => {
    const ranks = async (text: string) =>
      [...(await show(text)).querySelectorAll('h1, h2, h3, h4, h5, h6')].map(({ tagName }) => tagName)
    expect(await ranks('# A\n\n## B\n\n###### C')).toEqual(['H2', 'H3', 'H6'])
    expect(await ranks('## A\n\n### B')).toEqual(['H2', 'H3'])
    expect(await ranks('#### A\n\n##### B')).toEqual(['H2', 'H3'])
  })

  it('shows HTML as it was written', async () => {
    const prose = await show('A <b>bold</b> word\n\n<div>block</div>')
    expect(prose.textContent).toContain('A <b>bold</b> word')
    expect(prose.textContent).toContain('<div>block</div>')
  })

  it('leads to pages of the site and elsewhere, and tells elsewhere nothing', async () => {
    const prose = await show(
      '[own](/content/imprint) [part](#here) [other](https://example.org/) [mail](mailto:a@example.org) https://example.com',
    )
    const links = [...prose.querySelectorAll('a')].map((link) => [link.getAttribute('href'), link.rel])
    const foreign = 'noopener noreferrer nofollow ugc'
    expect(links).toEqual([
      ['/content/imprint', ''],
      ['#here', ''],
      ['https://example.org/', foreign],
      ['mailto:a@example.org', foreign],
      ['https://example.com/', foreign],
    ])
  })

  it('shows pictures of the site only', async () => {
    const prose = await show('![ours](/icon-192.png) ![theirs](https://example.org/x.png)')
    expect([...prose.querySelectorAll('img')].map((picture) => picture.getAttribute('src'))).toEqual(['/icon-192.png'])
    expect(prose.textContent).toContain('theirs')
  })

  it('has tables that scroll in themselves', async () => {
    const prose = await show('| a | b |\n|---|---|\n| 1 | 2 |')
    expect(prose.querySelector('[role=group][tabindex="0"] > table td')?.textContent).toBe('1')
  })
})
