import { useId } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Contrast } from '../../../../contract/contrasts.ts'
import { ErrorText } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { isColor } from './draft.ts'
import type { ColorKey } from '../../../../contract/colors.ts'
import { Badge } from '../../../ui/Badge.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import themeEditorStyles from './ThemeEditor.module.css'

interface Props {
  name: ColorKey
  value: string
  /** Shown for an optional colour that is empty. */
  fallback: string
  /** Lowest contrast of the pairs with this colour in the foreground. */
  contrast: Contrast | undefined
  error: string | undefined
  onChange: (value: string) => void
}

function Ratio({ contrast: { ratio, minimum } }: { contrast: Contrast }) {
  const t = useTranslations('look')
  const format = useFormatter()
  const isLow = ratio < minimum
  return (
    <Badge tone={isLow ? 'error' : 'success'}>
      <Icon name={isLow ? 'alert' : 'check'} />
      <span className="vh">{t(isLow ? 'contrast_low' : 'contrast_good')}</span>
      {format.number(Math.floor(ratio * 10) / 10, { minimumFractionDigits: 1 })}
    </Badge>
  )
}

/** Edits one colour: with the colour picker, or typed as # and six digits. */
export function ColorField({ name, value, fallback, contrast, error, onChange }: Props) {
  const t = useTranslations('look')
  const id = useId()
  const shown = value !== '' && isColor(name, value) ? value : fallback
  const label = t(`color_${name}`)
  return (
    <div className={themeEditorStyles.swatch} data-wrong={error === undefined ? undefined : true}>
      <input
        type="color"
        aria-label={t('pick', { name: label })}
        value={shown.slice(0, 7).toLowerCase()}
        // A shadow may have two more digits, for its opacity.
        onChange={({ target }) => onChange(`${target.value.toUpperCase()}${value.slice(7)}`)}
      />
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className={`${fieldStyles.input} ${themeEditorStyles.swatchCode}`}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        maxLength={9}
        value={value}
        aria-invalid={error !== undefined || undefined}
        aria-describedby={error === undefined ? undefined : `${id}e`}
        onChange={({ target }) => onChange(target.value.trim())}
      />
      <span className={themeEditorStyles.swatchRatio}>{contrast && <Ratio contrast={contrast} />}</span>
      {error !== undefined && <ErrorText id={`${id}e`}>{error}</ErrorText>}
    </div>
  )
}
