import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from './Icon.tsx'
import styles from './PageHead.module.css'

/** The heading of a page, a sentence about it, and its actions at the end of the line. */
export const PageHead = ({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) => (
  <div className={styles.head}>
    <div>
      <h1>{title}</h1>
      {lead !== undefined && <p>{lead}</p>}
    </div>
    {children}
  </div>
)

/** The way back to the page above. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Link className={styles.back} to={to}>
    <Icon name="arrowleft" className="flip" />
    {children}
  </Link>
)
