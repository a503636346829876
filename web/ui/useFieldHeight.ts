import { type RefObject, useEffect } from 'react'

/** Keeps a field as high as its words in browsers without `field-sizing`; the style sheet has the least height. */
export function useFieldHeight(field: RefObject<HTMLTextAreaElement | null>, words: string): void {
  useEffect(() => {
    const element = field.current
    if (element === null || CSS.supports('field-sizing', 'content')) return
    const fit = (): void => {
      // While its height is measured the page is shorter, which would move it.
      const top = scrollY
      element.style.minBlockSize = ''
      element.style.minBlockSize = `${element.scrollHeight}px`
      scrollTo({ top, behavior: 'instant' })
    }
    fit()
    addEventListener('resize', fit)
    return () => removeEventListener('resize', fit)
  }, [field, words])
}
