import type { AnchorHTMLAttributes, ButtonHTMLAttributes, HTMLAttributes, RefAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './Button.module.css'
import spinnerStyles from './Spinner.module.css'

interface Look {
  /** Visual weight: the main action, one of several, a destructive one, or a quiet one. */
  variant?: 'primary' | 'secondary' | 'danger' | 'text' | undefined
  size?: 'small' | 'large' | undefined
  /** Full width of the container. */
  block?: boolean | undefined
  className?: string | undefined
}

// Not `styles[variant]`: the build drops the table of a module only where each class is named.
const variants = { primary: styles.primary, secondary: styles.secondary, danger: styles.danger, text: '' }
const sizes = { small: styles.small, large: styles.large }

const buttonClass = ({ variant = 'secondary', size, block = false, className }: Look): string =>
  [styles.button, variants[variant], size && sizes[size], block && styles.block, className].filter(Boolean).join(' ')

interface Working {
  /** True while what it asks for is being done: it spins, and looks as if it took no press. */
  busy?: boolean | undefined
}

/** A button with a text label. Submits a form only with `type="submit"`. */
export const Button = ({
  variant,
  size,
  block,
  className,
  busy = false,
  ...rest
}: Look & Working & ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>) => (
  <button
    type="button"
    aria-disabled={busy || undefined}
    aria-busy={busy || undefined}
    {...rest}
    className={`${buttonClass({ variant, size, block, className })} ${busy ? spinnerStyles.busy : ''}`}
  />
)

/** A link within the site, styled as a button. */
export const ButtonLink = ({
  variant,
  size,
  block,
  className,
  ...rest
}: Look & LinkProps & RefAttributes<HTMLAnchorElement>) => (
  <Link {...rest} className={buttonClass({ variant, size, block, className })} />
)

/** A link to a file or another document, styled as a button. */
export const ButtonAnchor = ({
  variant,
  size,
  block,
  className,
  children,
  ...rest
}: Look & AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className={buttonClass({ variant, size, block, className })}>
    {children}
  </a>
)

/** Buttons in a row; on a phone they share the width. */
export const ButtonRow = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={`row ${styles.row} ${className}`} />
)
