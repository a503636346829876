import { Icon } from './Icon.tsx'
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
  const words = name.split(/\s+/).filter(Boolean)
  const initials = [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => Array.from(word ?? '')[0] ?? '')
    .join('')
    .toUpperCase()
  const tint = tints[Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length]
  return (
    <span className={`${styles.avatar} ${tint}`} aria-hidden="true">
      {initials}
    </span>
  )
}
