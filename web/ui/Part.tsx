import { useId, type ReactNode } from 'react'
import styles from './Part.module.css'

interface Props {
  title: string
  as?: 'h2' | 'h3'
  children: ReactNode
}

/** A part of a page with its heading, apart from what stands above it. */
export function Part({ title, as: Heading = 'h2', children }: Props) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <Heading id={id}>{title}</Heading>
      {children}
    </section>
  )
}
