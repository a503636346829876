import type { ReactNode } from 'react'
import { Arcade } from './Arcade.tsx'
import { Card } from './Card.tsx'
import styles from './EmptyState.module.css'

/** Shown in place of an empty list: a drawing, a sentence, and the next step. */
export const EmptyState = ({ quiet = false, children }: { quiet?: boolean; children: ReactNode }) => (
  <Card quiet={quiet} className={styles.empty}>
    {children}
  </Card>
)

export const EmptyArt = () => (
  <div className={styles.art}>
    <Arcade size={[130, 130]} sun={0.6} arches={[[0, 130, 65]]} />
  </div>
)
