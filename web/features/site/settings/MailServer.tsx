import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type Ref, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { MailServer as Kept } from '../../../../contract/mail-server.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { MailServerForm } from './MailServerForm.tsx'
import { STALE_QUERIES } from './mailServerDraft.ts'
import { TestMail } from './TestMail.tsx'

const mailServerQuery = endpointQuery('mail_server.read', {}, true)

/** Shows how emails leave. Sets, changes and removes the mail server. */
export function MailServer({ ref }: { ref: Ref<HTMLElement> }) {
  const t = useTranslations('site_settings')
  const heading = useId()
  const client = useQueryClient()
  const query = useQuery(mailServerQuery)
  const [isOpen, setIsOpen] = useState(false)
  const [isRemoving, setIsRemoving] = useState(false)
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { run, isPending, failure } = useEndpointMutation({
    invalidates: STALE_QUERIES,
  })
  const keep = (kept: Kept): void => void client.setQueryData(mailServerQuery.queryKey, kept)

  async function remove(): Promise<boolean> {
    const kept = await run('mail_server.remove', {}, { confirm: withConfirmation, done: t('mail_removed') })
    if (kept) keep(kept)
    return kept !== null
  }

  const { data } = query
  return (
    <Card as="section" ref={ref} tabIndex={-1} className="stack" aria-labelledby={heading}>
      <CardTitle id={heading}>{t('mail')}</CardTitle>
      {data ? (
        <>
          <div>
            <p>{data.source === 'site' ? t('mail_site', data.server ?? {}) : t(`mail_${data.source}`)}</p>
            {data.waiting > 0 && <p className="small secondary">{t('mail_waiting', { count: data.waiting })}</p>}
          </div>
          {isOpen ? (
            <MailServerForm
              kept={data.server}
              confirm={withConfirmation}
              onDone={(kept) => {
                if (kept) keep(kept)
                setIsOpen(false)
              }}
            />
          ) : (
            <>
              {data.source !== 'none' && <TestMail />}
              {data.source !== 'environment' && (
                <ButtonRow>
                  <Button onClick={() => setIsOpen(true)}>
                    {t(data.source === 'none' ? 'mail_set_up' : 'mail_change')}
                  </Button>
                  {data.source === 'site' && (
                    <Button variant="text" onClick={() => setIsRemoving(true)}>
                      {t('mail_remove')}
                    </Button>
                  )}
                </ButtonRow>
              )}
            </>
          )}
        </>
      ) : (
        <QueryStatus query={query} />
      )}
      {isRemoving && (
        <ConfirmDialog
          title={t('mail_remove_sure')}
          text={t('mail_remove_text')}
          confirm={t('mail_remove')}
          cancel={t('mail_keep')}
          close={t('mail_keep')}
          failure={failure === null ? null : { title: t('not_saved'), text: failure }}
          isBusy={isPending}
          onConfirm={remove}
          onClose={() => setIsRemoving(false)}
        />
      )}
      {dialog}
    </Card>
  )
}
