import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './EmptyState.module.css'

/** In place of a list that has nothing in it: a drawing, a sentence, and what to do next. */
export const EmptyState = ({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) => (
  <Card quiet={quiet} className={styles.empty}>
    {children}
  </Card>
)
