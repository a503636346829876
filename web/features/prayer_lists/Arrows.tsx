import { useTranslations } from 'use-intl'

interface Props {
  name: string
  index: number
  count: number
  onMove: (to: number) => void
}

/** Moves a row up or down, by keyboard as well as by finger. */
export function Arrows({ name, index, count, onMove }: Props) {
  const t = useTranslations('lists')
  return (
    <span className="arrows">
      <button
        type="button"
        className="iconbtn"
        aria-label={t('up', { name })}
        aria-disabled={index === 0 || undefined}
        onClick={() => index > 0 && onMove(index - 1)}
      >
        <span aria-hidden="true">↑</span>
      </button>
      <button
        type="button"
        className="iconbtn"
        aria-label={t('down', { name })}
        aria-disabled={index === count - 1 || undefined}
        onClick={() => index < count - 1 && onMove(index + 1)}
      >
        <span aria-hidden="true">↓</span>
      </button>
    </span>
  )
}
