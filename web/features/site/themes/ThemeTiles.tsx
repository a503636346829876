import { useId, type HTMLAttributes } from 'react'
import { chooseTheme } from '../../../useStoredPreference.ts'
import fieldStyles from '../../../ui/Field.module.css'
import { useThemeWords } from './useThemes.ts'
import styles from './ThemeTiles.module.css'

/** A page of a theme in small: its colours come from around it, or from its `data-theme`. */
export const Swatch = ({ className = '', ...rest }: HTMLAttributes<HTMLSpanElement>) => (
  <span {...rest} className={`${styles.swatch} ${className}`} aria-hidden="true">
    <i />
    <span>
      <i />
      <i />
      <i />
    </span>
  </span>
)

interface Props {
  label: string
  themes: { id: string; name: string; description: string }[]
  chosen: string
}

/** Shows the themes of the site, each with a small preview in its own colours. */
export function ThemeTiles({ label, themes, chosen }: Props) {
  const { nameOf, descriptionOf } = useThemeWords()
  const name = useId()
  return (
    <fieldset className={fieldStyles.field}>
      <legend className={fieldStyles.label}>{label}</legend>
      <div className={styles.picker}>
        {themes.map((theme) => (
          <label key={theme.id} className={styles.tile}>
            <Swatch data-theme={theme.id} />
            <b>{nameOf(theme)}</b>
            <small id={`${name}${theme.id}`}>{descriptionOf(theme)}</small>
            <input
              type="radio"
              name={name}
              value={theme.id}
              aria-label={nameOf(theme)}
              aria-describedby={`${name}${theme.id}`}
              checked={theme.id === chosen}
              onChange={() => chooseTheme(theme.id, themes)}
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
