import { useTranslations } from 'use-intl'
import { MenuItem } from '../../ui/Menu.tsx'

/** Entries of a row's menu that move the row. Renders nothing where there is only one. */
export function MoveItems({
  index,
  count,
  onMove,
}: {
  index: number
  count: number
  onMove: (to: number, message: string) => void
}) {
  const t = useTranslations('lists')
  const places = [
    { label: t('move_top'), to: 0, shown: index > 1 },
    { label: t('move_up'), to: index - 1, shown: index > 0 },
    { label: t('move_down'), to: index + 1, shown: index < count - 1 },
  ]
  return places.map(
    ({ label, to, shown }) =>
      shown && (
        <MenuItem key={label} onClick={() => onMove(to, t('moved_to', { place: to + 1, count }))}>
          {label}
        </MenuItem>
      ),
  )
}
