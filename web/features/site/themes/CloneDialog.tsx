import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import { beginning } from '../../../../contract/excerpt.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { MAX_THEME_NAME_LENGTH } from '../../../../contract/themes.values.ts'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Button } from '../../../ui/Button.tsx'
import { useThemeWords } from './useThemes.ts'

interface Props {
  theme: Pick<Theme, 'id' | 'name'>
  onClose: () => void
}

/** Copies a theme under another name, and leads to the copy. */
export function CloneDialog({ theme, onClose }: Props) {
  const t = useTranslations('look')
  const { nameOf } = useThemeWords()
  const client = useQueryClient()
  const navigate = useNavigate()
  const dialog = useRef<HTMLDialogElement>(null)
  const [name, setName] = useState(() => beginning(t('copy_of', { name: nameOf(theme) }), 60))
  const [isMissing, setMissing] = useState(false)
  const { run, isPending: busy, failure } = useEndpointMutation()

  async function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return event.currentTarget.querySelector('input')?.focus()
    const data = await run('themes.clone', { id: theme.id, new_name: name.trim() }, { idempotent: true })
    if (!data) return
    dialog.current?.close()
    void client.invalidateQueries({ queryKey: ['themes.list'] })
    void navigate(`/admin/themes/${data.id}`)
  }

  return (
    <Dialog ref={dialog} title={t('clone_title', { name: nameOf(theme) })} onClose={onClose}>
      <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
        <p className="secondary">{t('clone_text')}</p>
        <Field
          label={t('name')}
          value={name}
          maxLength={MAX_THEME_NAME_LENGTH}
          required
          autoComplete="off"
          error={isMissing ? t('name_missing') : (failure ?? undefined)}
          onChange={({ target }) => setName(target.value)}
        />
        <div className="row">
          <Button type="submit" variant="primary" aria-disabled={busy || undefined}>
            {t('clone')}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </div>
      </form>
    </Dialog>
  )
}
