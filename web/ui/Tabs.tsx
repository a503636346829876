import type { ComponentPropsWithRef } from 'react'
import styles from './Tabs.module.css'

/** Tabs of a page. Each has its own address, so they are links; the one with `aria-current` is open. */
export const Tabs = (props: Omit<ComponentPropsWithRef<'nav'>, 'className'>) => (
  <nav {...props} className={styles.tabs} />
)
