import type { ComponentPropsWithRef, ReactNode } from 'react'
import styles from './Checkbox.module.css'

type Input = Omit<
  ComponentPropsWithRef<'input'>,
  'type' | 'ref' | 'className' | 'checked' | 'onChange' | 'children'
> & {
  checked: boolean
  onChange: (checked: boolean) => void
}

type Labelled = Input & { children: ReactNode }

/** Without a visible label, as in a row of a table, the box needs `aria-label`. */
type Bare = Input & { children?: undefined; 'aria-label': string }

/** True if some of what the box stands for is selected. */
interface Mixed {
  indeterminate?: boolean
}

/** A checkbox with its label behind it, or alone with `aria-label`. */
export function Checkbox({ children, indeterminate = false, onChange, ...input }: (Labelled | Bare) & Mixed) {
  const box = (
    <input
      {...input}
      type="checkbox"
      ref={(element) => {
        // Is a property only: there is no attribute for it.
        if (element) element.indeterminate = indeterminate
      }}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
  return children === undefined ? (
    box
  ) : (
    <label className={styles.choice}>
      {box}
      <span>{children}</span>
    </label>
  )
}

/** One of several options with the same `name`, with its label behind it. */
export const Radio = ({ children, onChange, ...input }: Labelled) => (
  <label className={styles.choice}>
    <input {...input} type="radio" onChange={({ target }) => onChange(target.checked)} />
    <span>{children}</span>
  </label>
)
