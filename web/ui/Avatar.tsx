import { Icon } from './Icon.tsx'

const tints = ['', ' avatar--b', ' avatar--c', ' avatar--d']

/** The initials of a name on a tint of its own, or a veil when there is no name to show. */
export function Avatar({ name }: { name: string | null }) {
  if (name === null) {
    return (
      <span className="avatar avatar--anon">
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
    <span className={`avatar${tint}`} aria-hidden="true">
      {initials}
    </span>
  )
}
