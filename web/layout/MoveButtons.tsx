import { IconButton } from '../ui/IconButton.tsx'
import styles from './MoveButtons.module.css'
interface Props {
  /** Labels of the two buttons. */
  up: string
  down: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** Two buttons that move a row up or down, for keyboard and touch. */
export function MoveButtons({ up, down, index, count, onMove }: Props) {
  return (
    <span className={styles.arrows}>
      <IconButton
        aria-label={up}
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <span aria-hidden="true">↑</span>
      </IconButton>
      <IconButton
        aria-label={down}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        <span aria-hidden="true">↓</span>
      </IconButton>
    </span>
  )
}
