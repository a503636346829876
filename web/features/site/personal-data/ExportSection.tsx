import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { downloadJson } from '../../../layout/download.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'

export function ExportSection({ user_id }: { user_id: string }) {
  const t = useTranslations('export')
  const heading = useId()
  const locale = useLocale()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)

  async function createExport() {
    setWorking(true)
    setFailure(null)
    const { data, error } = await withConfirmation(() => call('exports.make', { id: user_id }))
    setWorking(false)
    if (data) {
      downloadJson(`${location.hostname}-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
      toast(t('done'))
    } else if (!isConfirmationCancelled(error)) setFailure(await getErrorMessage(error, locale))
  }

  return (
    <section className="card stack" aria-labelledby={heading}>
      <div>
        <h2 className="card__title" id={heading}>
          {t('title')}
        </h2>
        <p className="small secondary">{t('text')}</p>
      </div>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('failed')}>
          {failure}
        </Note>
      )}
      <div className="row btn-row-mobile">
        <button
          type="button"
          className="btn btn--secondary"
          aria-disabled={working || undefined}
          onClick={() => {
            if (!working) void createExport()
          }}
        >
          {working && <span className="spinner" />}
          {t('button')}
        </button>
      </div>
      {dialog}
    </section>
  )
}
