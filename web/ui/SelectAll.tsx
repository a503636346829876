/** Chooses all rows of a table or none; half marked while some are chosen. */
export function SelectAll({
  label,
  ids,
  selected,
  onChange,
}: {
  label: string
  /** Those that can be chosen. */
  ids: string[]
  selected: string[]
  onChange: (selected: string[]) => void
}) {
  const all = ids.length > 0 && ids.every((id) => selected.includes(id))
  return (
    <input
      type="checkbox"
      aria-label={label}
      checked={all}
      ref={(box) => {
        if (box) box.indeterminate = !all && selected.length > 0
      }}
      onChange={() => onChange(all ? [] : ids)}
    />
  )
}
