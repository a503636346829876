import { Icon } from './Icon.tsx'
import { initialsOf } from './initials.ts'
import styles from './Avatar.module.css'

const tints = ['', styles.b, styles.c, styles.d]

/** Shows the initials of a name on a tint derived from it, or a veil when there is no name to show. */
export function Avatar({ name }: { name: string | null }) {
  if (name === null) {
    return (
      <span className={`${styles.avatar} ${styles.anonymous}`}>
        <Icon name="veil" />
      </span>
    )
  }
  const tint = tints[Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]
  return (
    <span className={`${styles.avatar} ${tint}`} aria-hidden="true" suppressHydrationWarning>
      {initialsOf(name)}
    </span>
  )
}
