import { useId } from 'react'
import { chooseTheme } from '../../../useStoredPreference.ts'
import fieldStyles from '../../../ui/Field.module.css'
import { useThemeWords } from './useThemes.ts'
import styles from './ThemeTiles.module.css'

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
            <span className={styles.swatch} data-theme={theme.id} aria-hidden="true">
              <i />
              <span>
                <i />
                <i />
                <i />
              </span>
            </span>
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
