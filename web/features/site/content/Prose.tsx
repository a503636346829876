import type { HTMLAttributes } from 'react'
import styles from './Markdown.module.css'

/** Text that is read at length. */
export const Prose = (props: HTMLAttributes<HTMLDivElement>) => <div {...props} className={styles.prose} />
