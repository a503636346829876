import { type FormEvent, useRef, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Theme } from '../../../../contract/themes.ts'
import { MAX_THEME_NAME_LENGTH } from '../../../../contract/themes.values.ts'
import { call } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'

interface Props {
  theme: Pick<Theme, 'id' | 'name'>
  onDone: (clone: Theme) => void
  onClose: () => void
}

/** Makes a copy of a theme under another name. */
export function CloneDialog({ theme, onDone, onClose }: Props) {
  const t = useTranslations('look')
  const locale = useLocale()
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(() => t('copy_of', { name: theme.name }).slice(0, 60))
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    if (name.trim() === '') return setError(t('name_missing'))
    setBusy(true)
    const { data, error: failure } = await call('themes.clone', { id: theme.id, new_name: name.trim() })
    setBusy(false)
    if (failure) return setError(await getErrorMessage(failure, locale))
    dialog.current?.close()
    onDone(data)
  }

  return (
    <Dialog ref={dialog} title={t('clone_title', { name: theme.name })} close={t('close')} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="secondary">{t('clone_text')}</p>
        <Field
          label={t('name')}
          value={name}
          maxLength={MAX_THEME_NAME_LENGTH}
          required
          autoComplete="off"
          error={error}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="row">
          <button type="submit" className="btn btn--primary" aria-disabled={busy || undefined}>
            {t('clone')}
          </button>
          <button type="button" className="btn btn--secondary" onClick={() => dialog.current?.close()}>
            {t('cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  )
}
