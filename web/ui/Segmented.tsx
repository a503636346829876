import { useId } from 'react'

/** A few short choices side by side, one of which is on. `options`: value and words of each. */
export function Segmented({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options: [value: string, words: string][]
}) {
  const name = useId()
  return (
    <fieldset className="field">
      <legend className="label">{label}</legend>
      <div className="segmented">
        {options.map(([option, words]) => (
          <label key={option}>
            <input
              className="vh"
              type="radio"
              name={name}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
