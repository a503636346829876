import type { ComponentPropsWithRef, ElementType } from 'react'
import styles from './Card.module.css'

type Tag = 'div' | 'section' | 'article' | 'li' | 'ul' | 'ol' | 'form' | 'details' | 'p'

type Props<As extends Tag> = ComponentPropsWithRef<As> & {
  as?: As
  /** Smaller padding. */
  tight?: boolean
  /** Border only, without background and shadow. */
  quiet?: boolean
}

/** A frame around related content. */
export function Card<As extends Tag = 'div'>({ as, tight, quiet, className, ...rest }: Props<As>) {
  const Element: ElementType = as ?? 'div'
  const look = [styles.card, tight && styles.tight, quiet && styles.quiet, className].filter(Boolean).join(' ')
  return <Element {...(rest as object)} className={look} />
}

/** The heading of a card. */
export const CardTitle = ({
  as: Element = 'h2',
  ...rest
}: Omit<ComponentPropsWithRef<'h2'>, 'className'> & { as?: 'h2' | 'h3' }) => (
  <Element {...rest} className={styles.title} />
)
