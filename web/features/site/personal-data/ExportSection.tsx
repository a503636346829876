import { useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { getErrorMessage } from '../../../messages.ts'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import cardStyles from '../../../ui/Card.module.css'

/** Hands a text to the browser as a file to keep. */
function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

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
      download(`${location.hostname}-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
      toast(t('done'))
    } else if (!isConfirmationCancelled(error)) setFailure(await getErrorMessage(error, locale))
  }

  return (
    <Card as="section" className="stack" aria-labelledby={heading}>
      <div>
        <h2 className={cardStyles.title} id={heading}>
          {t('title')}
        </h2>
        <p className="small secondary">{t('text')}</p>
      </div>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('failed')}>
          {failure}
        </Note>
      )}
      <ButtonRow>
        <Button
          aria-disabled={working || undefined}
          onClick={() => {
            if (!working) void createExport()
          }}
        >
          {working && <Spinner />}
          {t('button')}
        </Button>
      </ButtonRow>
      {dialog}
    </Card>
  )
}
