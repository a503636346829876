import type { ComponentPropsWithRef } from 'react'
import { keepFocus } from './keepFocus.ts'
import styles from './Plate.module.css'

/** A list in one frame, its rows parted by lines. */
export const Plate = ({ className = '', ...rest }: ComponentPropsWithRef<'ul'>) => (
  <ul {...rest} className={`${styles.plate} ${className}`} />
)

/** A row of a plate: what it is about, and what can be done at its end. */
export const PlateRow = ({ className = '', ref = keepFocus, ...rest }: ComponentPropsWithRef<'li'>) => (
  <li {...rest} ref={ref} className={`${styles.row} ${className}`} />
)
