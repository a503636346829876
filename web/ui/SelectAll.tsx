import { Checkbox } from './Checkbox.tsx'

/** Selects all rows of a table or none; indeterminate while some are selected. */
export function SelectAll({
  label,
  ids,
  selected,
  onChange,
}: {
  label: string
  /** Ids that can be selected. */
  ids: string[]
  selected: string[]
  onChange: (selected: string[]) => void
}) {
  const all = ids.length > 0 && ids.every((id) => selected.includes(id))
  return (
    <Checkbox
      aria-label={label}
      checked={all}
      indeterminate={!all && selected.length > 0}
      onChange={() => onChange(all ? [] : ids)}
    />
  )
}
