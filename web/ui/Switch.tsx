import { useId, type ComponentPropsWithRef } from 'react'
import fieldStyles from './Field.module.css'
import styles from './Switch.module.css'

/** The control of a switch alone, for a row that names and explains it elsewhere. */
export const SwitchControl = ({ checked, ...rest }: ComponentPropsWithRef<'input'> & { checked: boolean }) => (
  <span className={styles.root}>
    <input {...rest} type="checkbox" role="switch" checked={checked} aria-checked={checked} />
  </span>
)

/** An on/off setting, with its consequence in text. */
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
    <div className={styles.root}>
      <label htmlFor={id}>
        <span className="strong">{label}</span>
        <span className={fieldStyles.hint} id={`${id}h`}>
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
