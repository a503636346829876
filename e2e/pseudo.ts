import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import compile from 'icu-minify/compile'
import type { Page } from '@playwright/test'

// Pseudo-locale for the tests, derived from the English messages: accented, two fifths longer, and in brackets. Shows
// text that is hard-coded in the pages, and layouts that have no room for longer text. Replaces a language in the
// browser only.

/** Language that it replaces: left-to-right, with texts other than the English ones. */
export const PSEUDO_LANGUAGE = 'pt'

type Messages = string | { [key: string]: Messages }
/** Compiled message: a text, or parts; a part that is a list begins with the name of its argument. */
type Part = string | number | [name: string, ...rest: unknown[]]

const accents: Record<string, string> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ó',
  u: 'ú',
  y: 'ý',
  c: 'ç',
  n: 'ñ',
  s: 'š',
  A: 'Á',
  E: 'É',
  I: 'Í',
  O: 'Ó',
  U: 'Ú',
}
const lengthen = (text: string): string => {
  const accented = text.replaceAll(/[a-zA-Z]/g, (letter) => accents[letter] ?? letter)
  // Lengthens by whole words, because a word of a hundred letters fits nowhere.
  const letters = text.replaceAll(/[^a-zA-Z]/g, '').length
  const more = Array.from({ length: Math.ceil((letters * 0.4) / 5) }, () => 'lóñgé').join(' ')
  return more === '' ? accented : `${accented.trimEnd()} ${more}${/\s$/.test(text) ? ' ' : ''}`
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lengthens the text, keeps the arguments. `0` is the number of a plural. */
function stretchPart(part: unknown): unknown {
  if (typeof part === 'string') return lengthen(part)
  if (!Array.isArray(part)) return part
  const [name, ...rest] = part as [string, ...unknown[]]
  // An argument by its name, with its branches, or a tag with its content.
  if (rest.length === 0) return part
  if (typeof rest[0] === 'number') return [name, ...rest.map((one) => (isObject(one) ? stretchBranches(one) : one))]
  // The content of a tag may be on its own line.
  return [name, '⟦', ...rest.map(stretchPart), '⟧']
}
const stretchBranches = (options: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(options).map(([key, value]) => [key, stretchValue(value)]))
const stretchValue = (value: unknown): unknown => (Array.isArray(value) ? value.map(stretchPart) : stretchPart(value))

/** Returns one English message as the build would compile it, in brackets. */
function toPseudoMessage(text: string): unknown {
  const compiled = compile(text) as string | Part[]
  const parts = typeof compiled === 'string' ? [compiled] : compiled
  return ['⟦', ...parts.map(stretchPart), '⟧']
}
const toPseudoMessages = (messages: Messages): unknown =>
  typeof messages === 'string'
    ? toPseudoMessage(messages)
    : Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, toPseudoMessages(value)]))

/** Replaces a language with the pseudo-locale in everything that this page loads from now on. */
export async function installPseudoLocale(page: Page): Promise<void> {
  const root = path.join(import.meta.dirname, '..')
  const manifest = JSON.parse(readFileSync(path.join(root, 'build/client/.vite/manifest.json'), 'utf8')) as Record<
    string,
    { file: string }
  >
  for (const area of readdirSync(path.join(root, 'messages/en'))) {
    const file = manifest[`messages/${PSEUDO_LANGUAGE}/${area}`]?.file
    if (file === undefined) continue
    const english = JSON.parse(readFileSync(path.join(root, 'messages/en', area), 'utf8')) as Messages
    const body = `export default ${JSON.stringify(toPseudoMessages(english))}`
    await page.route(`**/${file}`, (route) => route.fulfill({ contentType: 'text/javascript', body }))
  }
}

export interface Findings {
  /** Hard-coded text. */
  by_hand: string[]
  /** Text that is cut off, or outside of the window. */
  clipped: string[]
}

/**
 * Finds faults on the page in its current state. Ignores what people wrote, names of the site's own data, and numbers.
 */
export const findPageFaults = (page: Page): Promise<Findings> =>
  page.evaluate(() => {
    // The note for scripts that do not load is the server's, in its language; what is read out stays from the page before.
    const theirs =
      '#load-failure *, output > .vh, bdi, time, [dir=auto], [translate=no], code, option, script, style, svg, input, textarea, svg[viewBox="0 0 32 32"] + span, span[aria-hidden=true], a[href="/profile"]:not(:has(*)), footer a, footer span:first-child, label:has(> small) *'
    const findings = { by_hand: new Set<string>(), clipped: new Set<string>() }
    const strip = (text: string): string => {
      let before = text
      for (;;) {
        const after = before.replaceAll(/⟦[^⟦⟧]*⟧/g, '')
        if (after === before) return after
        before = after
      }
    }
    // The title of a page, which is read out, ends in the name of the site.
    const hasWords = (text: string): boolean => /\p{L}{2,}/u.test(text.replace('· Oremus', ''))
    const blockOf = (node: Node): Element => {
      let element = node.parentElement
      while (element && getComputedStyle(element).display.startsWith('inline') && element.parentElement)
        element = element.parentElement
      return element ?? document.body
    }
    const where = (element: Element): string =>
      `${element.tagName.toLowerCase()}.${(element.getAttribute('class') ?? '').replaceAll(' ', '.')}`
    const texts = new Map<Element, string>()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!parent || text.trim() === '') continue
      const isTheirs = parent.closest(theirs) !== null || parent.closest('[lang]')?.tagName !== 'HTML'
      const block = blockOf(node)
      texts.set(block, (texts.get(block) ?? '') + (isTheirs ? '' : text))
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.closest('.vh, [href="#main"]')) continue
      // Only for screen readers, like `.vh`.
      if (getComputedStyle(parent).clipPath === 'inset(50%)') continue
      const range = document.createRange()
      range.selectNodeContents(node)
      for (const { left, right, width } of range.getClientRects()) {
        if (width === 0) continue
        let scroller: Element | null = parent
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement
        if (!scroller && (left < -1 || right > innerWidth + 1))
          findings.clipped.add(`outside: ${where(parent)} ${text.trim().slice(0, 60)}`)
      }
      // Finds the element that clips it: lists of names may end in an ellipsis, sentences may not.
      let box: Element | null = parent
      for (let depth = 0; box && depth < 3; depth += 1, box = box.parentElement) {
        const { overflowX } = getComputedStyle(box)
        if (/hidden|clip/.test(overflowX) && box.scrollWidth > box.clientWidth + 1 && text.includes('⟦'))
          findings.clipped.add(`cut: ${where(box)} ${text.trim().slice(0, 60)}`)
      }
    }
    for (const [element, text] of texts) {
      if (hasWords(strip(text))) findings.by_hand.add(`${where(element)}: ${strip(text).trim().slice(0, 80)}`)
    }
    for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title], [alt]')) {
      for (const name of ['aria-label', 'placeholder', 'title', 'alt']) {
        const value = element.getAttribute(name)
        if (value !== null && !element.matches(`[dir=auto], label:has(> small) *`) && hasWords(strip(value)))
          findings.by_hand.add(`${where(element)}[${name}]: ${value.slice(0, 80)}`)
      }
    }
    return { by_hand: [...findings.by_hand], clipped: [...findings.clipped] }
  })
