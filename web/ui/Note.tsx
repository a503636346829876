import type { ReactNode, Ref } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './Note.module.css'

const kinds = { warning: styles.warning, error: styles.error }

/** A message on a tinted background, with an icon. `ref` and `tabIndex` let an error take the focus. */
export function Note({
  kind,
  icon,
  title,
  children,
  ref,
  tabIndex,
}: {
  kind?: 'warning' | 'error'
  icon: IconName
  title: string
  children?: ReactNode
  ref?: Ref<HTMLDivElement>
  tabIndex?: number
}) {
  return (
    <div
      className={kind ? `${styles.note} ${kinds[kind]}` : styles.note}
      role={kind === 'error' ? 'alert' : undefined}
      ref={ref}
      tabIndex={tabIndex}
    >
      <Icon name={icon} />
      <div>
        <b className="strong">{title}</b> {children && <span className="secondary">{children}</span>}
      </div>
    </div>
  )
}
