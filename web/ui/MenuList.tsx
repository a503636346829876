import type { ReactNode } from 'react'
import styles from './MenuList.module.css'

/** Links and buttons one below the other: in a menu, or in the page. */
export const MenuList = ({ children }: { children: ReactNode }) => <div className={styles.list}>{children}</div>
