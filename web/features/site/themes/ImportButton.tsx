import { type ChangeEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { parseThemeFile, MAX_FILE_LENGTH } from './themeFile.ts'
import { Button } from '../../../ui/Button.tsx'
import themeEditorStyles from './ThemeEditor.module.css'

/** Opens a theme file in the editor. Nothing is stored before it is saved there. */
export function ImportButton() {
  const t = useTranslations('look')
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<string | null>(null)

  async function open({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    if (!file) return
    // UTF-8 has at most three bytes for a code unit.
    const text = file.size > MAX_FILE_LENGTH * 3 ? '' : await file.text().catch(() => '')
    // Allows to choose the same file again after it was corrected.
    target.value = ''
    const { draft, wrong } = parseThemeFile(text)
    if (draft) return navigate('/admin/themes/new', { state: { draft } })
    setRefused(wrong === null ? t('import_none') : t('import_wrong', { part: wrong.slice(0, 100) }))
  }

  return (
    <div className={themeEditorStyles.themeImport}>
      <input
        ref={field}
        type="file"
        hidden
        accept="application/json,.json"
        aria-label={t('import')}
        onChange={(event) => void open(event)}
      />
      <Button onClick={() => field.current?.click()}>{t('import')}</Button>
      <FailureNote title={refused} />
    </div>
  )
}
