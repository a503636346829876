import { useTranslations } from 'use-intl'
import { TOKENS } from '../../../../contract/tokens.ts'
import { MAX_FONT_FAMILY_LENGTH, MAX_FONT_URL_LENGTH } from '../../../../contract/themes.values.ts'
import { Field } from '../../../ui/Field.tsx'
import { type Draft, tokenPath } from './draft.ts'
import fieldStyles from '../../../ui/Field.module.css'
import themeEditorStyles from './ThemeEditor.module.css'

type ErrorFor = (path: string, value: string) => string | undefined
interface Props {
  draft: Draft
  errorFor: ErrorFor
  set: (part: Partial<Draft>) => void
}

type Group = 'fontFamily' | 'fontWeight' | 'fontSize' | 'lineHeight' | 'borderRadius' | 'padding' | 'spacing'

/** Edits fonts, sizes, weights, corners and spaces. An empty field keeps the default of the site. */
export function TokenFields({ draft, errorFor, set }: Props) {
  const t = useTranslations('look')
  const { font, tokens } = draft
  return (
    <div className="stack">
      <p className="small muted">{t('measures_text')}</p>
      <Field
        label={t('font_family')}
        hint={t('font_family_text')}
        dir="ltr"
        spellCheck={false}
        maxLength={MAX_FONT_FAMILY_LENGTH}
        value={font.family}
        error={errorFor('font.family', font.family)}
        onChange={({ target }) => set({ font: { ...font, family: target.value } })}
      />
      <Field
        label={t('font_url')}
        hint={t('font_url_text')}
        dir="ltr"
        spellCheck={false}
        maxLength={MAX_FONT_URL_LENGTH}
        value={font.url}
        error={errorFor('font.url', font.url)}
        onChange={({ target }) => set({ font: { ...font, url: target.value.trim() } })}
      />
      {(TOKENS as [Group, Record<string, string>, unknown][]).map(([group, keys]) => (
        <fieldset key={group}>
          <legend className={fieldStyles.label}>{t(`group_${group}`)}</legend>
          <div className={group === 'fontFamily' ? 'stack stack--tight' : themeEditorStyles.measuresFields}>
            {Object.keys(keys).map((key) => {
              const value = tokens[group]?.[key] ?? ''
              return (
                <Field
                  key={key}
                  label={<code dir="ltr">{key}</code>}
                  dir="ltr"
                  spellCheck={false}
                  autoComplete="off"
                  maxLength={MAX_FONT_FAMILY_LENGTH}
                  value={value}
                  error={errorFor(tokenPath(group, key), value)}
                  onChange={({ target }) =>
                    set({ tokens: { ...tokens, [group]: { ...tokens[group], [key]: target.value } } })
                  }
                />
              )
            })}
          </div>
        </fieldset>
      ))}
    </div>
  )
}
