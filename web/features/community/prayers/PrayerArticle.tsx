import type { ReactNode } from 'react'
import type { Prayer } from '../../../../contract/prayers.ts'
import { Card } from '../../../ui/Card.tsx'
import prayerStyles from './Prayer.module.css'

/** The column of a request on its own page: it is read in larger letters, with what stands above and below it. */
export const PrayerColumn = ({ children }: { children: ReactNode }) => (
  <div className={prayerStyles.article}>{children}</div>
)

/** The request itself, in its column. */
export const PrayerArticle = ({ id, children }: { id: Prayer['id']; children: ReactNode }) => (
  <Card as="article" className={prayerStyles.articleCard} aria-labelledby={`n${id}`}>
    {children}
  </Card>
)
