import { Checkbox } from './Checkbox.tsx'

interface Props {
  label: string
  selected: string[]
  onChange: (selected: string[]) => void
}

/** Selects all rows of a table or none; indeterminate while some are selected. */
export function SelectAll({ label, ids, selected, onChange }: Props & { /** They can be selected. */ ids: string[] }) {
  const all = ids.length > 0 && ids.every((id) => selected.includes(id))
  return (
    <Checkbox checked={all} indeterminate={!all && selected.length > 0} onChange={() => onChange(all ? [] : ids)}>
      {label}
    </Checkbox>
  )
}

/** Selects one row of a table. */
export const SelectOne = ({ label, id, selected, onChange }: Props & { id: string }) => (
  <Checkbox
    aria-label={label}
    checked={selected.includes(id)}
    onChange={(checked) => onChange(checked ? [...selected, id] : selected.filter((one) => one !== id))}
  />
)
