import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useThemes, useThemeWords } from '../themes/useThemes.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Select } from '../../../ui/Select.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import settingFieldStyles from './SettingField.module.css'

/** Chooses the default theme. Has its own endpoint and its own button. */
export function ThemeChoice() {
  const t = useTranslations('site_settings')
  const themeFailure = useTranslations('theme_failure')
  const { nameOf } = useThemeWords()
  const { query, themes: data, problem } = useThemes()
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['themes.list'] })
  const current = data?.find(({ is_default }) => is_default)?.id ?? ''
  const [chosen, setChosen] = useState<string | null>(null)
  const value = chosen ?? current
  if (!data) return <QueryStatus query={query} problem={problem && themeFailure(problem)} />
  return (
    <div className={settingFieldStyles.setting}>
      <Labelled label={t('default_theme')}>
        <Select value={value} onChange={({ target }) => setChosen(target.value)}>
          {data.map((theme) => (
            <option key={theme.id} value={theme.id}>
              {nameOf(theme)}
            </option>
          ))}
        </Select>
        <span className={fieldStyles.hint}>{t('default_theme_text')}</span>
      </Labelled>
      <FailureNote title={failure} />
      {value !== current && (
        <div className="row">
          <Button
            aria-disabled={working || undefined}
            onClick={() => void run('themes.set_default', { themeId: value }, { done: t('theme_is_set') })}
          >
            {t('set_theme')}
          </Button>
        </div>
      )}
    </div>
  )
}
