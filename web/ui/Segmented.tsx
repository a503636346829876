import { useId, type ReactNode } from 'react'
import fieldStyles from './Field.module.css'
import styles from './Segmented.module.css'

/** A few short options side by side, one of which is selected. `options`: value and label of each. */
export function Segmented({
  label,
  value,
  onChange,
  options,
}: {
  label: string
  value: string
  onChange: (value: string) => void
  options: [value: string, words: ReactNode][]
}) {
  const name = useId()
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={fieldStyles.label}>{label}</legend>
      <div className={styles.segmented}>
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
