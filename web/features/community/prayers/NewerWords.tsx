import type { ReactNode } from 'react'
import prayerStyles from './Prayer.module.css'

/** Shows what somebody saved in the meantime, as readers see it. */
export const NewerWords = ({ language, children }: { language: string | null; children: ReactNode }) => (
  <blockquote className={prayerStyles.text} dir="auto" lang={language ?? undefined}>
    {children}
  </blockquote>
)
