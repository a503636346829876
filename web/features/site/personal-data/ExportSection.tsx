import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { downloadJson } from '../../../layout/download.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Note } from '../../../ui/Note.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'

export function ExportSection({ user_id }: { user_id: string }) {
  const t = useTranslations('export')
  const heading = useId()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending: working, failure } = useEndpointMutation({ isSilent: isConfirmationCancelled })

  async function createExport() {
    const data = await run('exports.make', { id: user_id }, { confirm: withConfirmation, done: t('done') })
    if (data) downloadJson(`${location.hostname}-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
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
