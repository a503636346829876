import { useTranslations } from 'use-intl'
import { downloadJson } from '../../../layout/download.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { CardSection } from '../../../ui/CardSection.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'

export default function ExportSection({ user_id }: { user_id: string }) {
  const t = useTranslations('export')
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending: working, failure } = useEndpointMutation()

  async function createExport() {
    const data = await run('exports.make', { id: user_id }, { confirm: withConfirmation, done: t('done') })
    if (data) downloadJson(`${location.hostname}-${data.exported_at.slice(0, 10)}.json`, JSON.stringify(data, null, 2))
  }

  return (
    <CardSection title={t('title')} lead={t('text')}>
      <FailureNote title={t('failed')}>{failure}</FailureNote>
      <ButtonRow>
        <Button
          busy={working}
          onClick={() => {
            if (!working) void createExport()
          }}
        >
          {t('button')}
        </Button>
      </ButtonRow>
      {dialog}
    </CardSection>
  )
}
