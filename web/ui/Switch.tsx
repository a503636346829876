import { useId } from 'react'

/** One thing that is on or off, with the consequence in words. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint: string
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className="switch">
      <label htmlFor={id}>
        <span className="strong">{label}</span>
        <span className="hint" id={`${id}h`}>
          {hint}
        </span>
      </label>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-describedby={`${id}h`}
        aria-label={label}
        checked={checked}
        aria-checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
    </div>
  )
}
