import type { AnchorHTMLAttributes, ButtonHTMLAttributes, HTMLAttributes, RefAttributes } from 'react'
import { Link, type LinkProps } from 'react-router'
import styles from './Button.module.css'

interface Look {
  /** How much weight it has: the one thing to do, one of several, one that takes something away, or a quiet one. */
  variant?: 'primary' | 'secondary' | 'danger' | 'text' | undefined
  size?: 'small' | 'large' | undefined
  /** As wide as what it stands in. */
  block?: boolean | undefined
  className?: string | undefined
}

const buttonClass = ({ variant = 'secondary', size, block = false, className }: Look): string =>
  [styles.button, variant !== 'text' && styles[variant], size && styles[size], block && styles.block, className]
    .filter(Boolean)
    .join(' ')

/** A button with words. It sends a form only with `type="submit"`. */
export const Button = ({
  variant,
  size,
  block,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement> & RefAttributes<HTMLButtonElement>) => (
  <button type="button" {...rest} className={buttonClass({ variant, size, block, className })} />
)

/** A link within the site that looks like a button. */
export const ButtonLink = ({
  variant,
  size,
  block,
  className,
  ...rest
}: Look & LinkProps & RefAttributes<HTMLAnchorElement>) => (
  <Link {...rest} className={buttonClass({ variant, size, block, className })} />
)

/** A link to a file or to another document that looks like a button. */
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

/** Buttons beside each other; on a phone they share the width. */
export const ButtonRow = ({ className = '', ...rest }: HTMLAttributes<HTMLDivElement>) => (
  <div {...rest} className={`row ${styles.row} ${className}`} />
)
