import { Icon } from './Icon.tsx'
import { initialsOf } from './initials.ts'
import styles from './Avatar.module.css'

const tints = [styles.a, styles.b, styles.c, styles.d]

/** Returns the class of one of four tints, the same for a text wherever it is shown. */
export const tintOf = (text: string): string | undefined =>
  tints[Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]

/** Shows the initials of a name on a tint derived from it, or a veil when there is no name to show. */
export function Avatar({ name }: { name: string | null }) {
  if (name === null) {
    return (
      <span className={`${styles.avatar} ${styles.anonymous}`}>
        <Icon name="veil" />
      </span>
    )
  }
  return (
    <span className={`${styles.avatar} ${tintOf(name)}`} aria-hidden="true" suppressHydrationWarning>
      {initialsOf(name)}
    </span>
  )
}
