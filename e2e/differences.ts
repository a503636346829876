/** Changes of a page before its scripts run, as others make them; each runs in the page. */
export const changes: Record<string, () => void> = {
  'one word': () => {
    const walker = document.createTreeWalker(document.querySelector('main') ?? document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      if (node.nodeValue?.trim()) {
        node.nodeValue = 'Amen'
        return
      }
  },
  // As the translator of Chrome does.
  'a translation': () => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT, ({ parentElement }) =>
      parentElement?.closest('script') ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT,
    )
    const texts: Text[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '') continue
      const [outer, inner] = [document.createElement('font'), document.createElement('font')]
      inner.append(`${text.data}·`)
      outer.append(inner)
      text.replaceWith(outer)
    }
    document.documentElement.lang = 'pl'
    document.documentElement.classList.add('translated-ltr')
  },
  'only the language': () => {
    document.documentElement.lang = 'pl'
  },
  // As password managers do.
  'beside fields': () => {
    for (const field of document.querySelectorAll('input, textarea, select')) {
      field.after(document.createElement('div'))
      field.setAttribute('data-manager', 'true')
    }
  },
  // As programs for reading and dark screens do.
  'attributes and styles': () => {
    for (const element of document.querySelectorAll<HTMLElement>('#app, #app *:not(svg, svg *)')) {
      element.style.outlineWidth = '0'
      element.setAttribute('title', 'changed')
    }
    document.documentElement.removeAttribute('class')
  },
  // As filters and proxies do.
  'a poorer head': () => {
    for (const element of document.querySelectorAll(
      'head meta, head link:not([rel="stylesheet"], [rel="modulepreload"])',
    ))
      element.remove()
  },
  'more elements': () => {
    document.body.prepend(document.createElement('div'))
    document.body.append(document.createElement('div'))
    for (const element of document.querySelectorAll('main, main section, main form, ul'))
      element.prepend(document.createElement('aside'))
  },
  'fewer elements': () => {
    for (const element of document.querySelectorAll('header a, main p, main li:first-child, footer')) element.remove()
  },
}

/** Changes a page after it is hydrated, and what is added to it later, as the translator of Chrome does; runs in the page. */
export function translateLive(): void {
  const translate = (text: Text): void => {
    const { parentElement } = text
    if (
      text.data.trim() === '' ||
      parentElement === null ||
      parentElement.closest('script, style, textarea, svg, font')
    )
      return
    const [outer, inner] = [document.createElement('font'), document.createElement('font')]
    inner.append(`${text.data}·`)
    outer.append(inner)
    text.replaceWith(outer)
  }
  const translateAll = (root: Node): void => {
    if (root instanceof Text) return translate(root)
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode() !== null) texts.push(walker.currentNode as Text)
    for (const text of texts) translate(text)
  }
  translateAll(document.body)
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records)
      for (const node of [target, ...addedNodes]) if (node.isConnected) translateAll(node)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
  document.documentElement.lang = 'pl'
  document.documentElement.classList.add('translated-ltr')
}

type Format = (...values: unknown[]) => string

/** Gives the browser another `Intl`, as browsers have one: other words, other Arabic digits, other zones than the server knows. */
export function useOtherIntl(): void {
  const inOtherWords = (words: string): string => `${words}\u200E`
  const withOldDigits = (locale: unknown): unknown => {
    const [first] = Array.isArray(locale) ? locale : [locale]
    return first === 'ar' ? 'ar-u-nu-arab' : locale
  }
  for (const name of ['DateTimeFormat', 'NumberFormat', 'RelativeTimeFormat', 'ListFormat', 'DisplayNames'] as const) {
    const Original = Intl[name] as unknown as new (...values: unknown[]) => object
    const Other = new Proxy(Original, {
      construct: (target, [locale, ...rest]) => Reflect.construct(target, [withOldDigits(locale), ...rest]),
      apply: (target, _this, [locale, ...rest]) => Reflect.construct(target, [withOldDigits(locale), ...rest]),
    })
    Object.defineProperty(Intl, name, { value: Other })
    if (name === 'NumberFormat') continue
    const { prototype } = Original as unknown as { prototype: object }
    for (const member of ['format', 'formatRange', 'of']) {
      const known = Object.getOwnPropertyDescriptor(prototype, member)
      if (!known) continue
      // A method, or an accessor that returns a bound function.
      const read = (formatter: object): Format =>
        known.get ? (known.get.call(formatter) as Format) : (known.value as Format).bind(formatter)
      Object.defineProperty(prototype, member, {
        get(this: object) {
          const format = read(this)
          return (...values: unknown[]) => inOtherWords(format(...values))
        },
      })
    }
  }
  const known = Intl.supportedValuesOf.bind(Intl)
  Intl.supportedValuesOf = (key) => (key === 'timeZone' ? [...known(key).slice(10), 'Asia/Calcutta'] : known(key))
}
