import { useId, type ReactNode } from 'react'
import styles from './Part.module.css'

/** A part of a page with its heading, apart from what stands above it. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
