import type { ReactNode } from 'react'
import { Card } from './Card.tsx'
import styles from './EmptyState.module.css'

/** Shown in place of an empty list: a drawing, a sentence, and the next step. */
export const EmptyState = ({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) => (
  <Card quiet={quiet} className={styles.empty}>
    {children}
  </Card>
)
