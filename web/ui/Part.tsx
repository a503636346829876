import { useId, type ReactNode } from 'react'
import styles from './Part.module.css'

interface Props {
  title?: string | undefined
  /** Level of the heading. */
  level?: 2 | 3
  children: ReactNode
}

/** A part of a page, apart from what stands above it. Without a title, what it holds has its own. */
export function Part({ title, level = 2, children }: Props) {
  const id = useId()
  if (title === undefined) return <div className={styles.part}>{children}</div>
  const Heading = `h${level}` as const
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  )
}
