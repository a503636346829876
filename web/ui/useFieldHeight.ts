import { type RefObject, useEffect, useRef } from 'react'

/**
 * Returns the reference for a field that is to be as high as its words in browsers without `field-sizing`, too. The style sheet
 * has the least height.
 */
export function useFieldHeight(): RefObject<HTMLTextAreaElement | null> {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const element = field.current
    if (element === null || CSS.supports('field-sizing', 'content')) return undefined
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
  })
  return field
}
