import type { ComponentPropsWithRef } from 'react'
import styles from './Tabs.module.css'

/**
 * Tabs of a page. Each has its own address, so they are links; the one with `aria-current` is open. On a narrow screen they
 * scroll, or with `fits`, for four tabs, share the width and wrap.
 */
export const Tabs = ({
  fits = false,
  ...props
}: Omit<ComponentPropsWithRef<'nav'>, 'className'> & { fits?: boolean }) =>
  fits ? (
    <div className={styles.frame}>
      <nav {...props} className={`${styles.tabs} ${styles.fits}`} />
    </div>
  ) : (
    <nav {...props} className={styles.tabs} />
  )
