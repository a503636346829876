import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { codeDays } from '../../../../contract/invitations.values.ts'
import { Copyable } from '../../../layout/Copyable.tsx'
import { AddressNote } from '../../../layout/AddressNote.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { useMoment } from '../../../useMoment.ts'
import { Button, ButtonLink, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { signUpModeQuery } from '../sessions/queries.ts'
import styles from './InviteCode.module.css'

export const codeQuery = endpointQuery('invitations.code', {}, true)

/** One code for everybody: made, shown, replaced and taken back. */
export function InviteCode() {
  const t = useTranslations('invite')
  const p = useTranslations('people')
  const moment = useMoment()
  const mode = useQuery(signUpModeQuery).data?.sign_up_mode
  const query = useQuery(codeQuery)
  const [days, setDays] = useState('90')
  const { run, isPending, failure } = useEndpointMutation({ invalidates: ['invitations.code'] })
  if (!query.data) return <QueryStatus query={query} />
  const { code } = query.data
  const make = () => run('invitations.make_code', { days: codeDays.find((one) => String(one) === days) ?? null })
  return (
    <Card as="section" className="stack" aria-label={t('way_code')}>
      <p>
        {t('code_lead')} {mode && t(`code_${mode}`)}
      </p>
      <AddressNote />
      {code && (
        <>
          <p className={styles.code}>
            <bdi dir="ltr">{code.code}</bdi>
          </p>
          <p className="secondary">
            {code.expires_at === null ? t('code_forever') : t('code_until', { day: moment(code.expires_at, true) })}{' '}
            {t('code_uses', { count: code.uses })}
          </p>
          <Copyable label={p('link')} text={code.link} />
        </>
      )}
      <Segmented
        label={t('code_days')}
        value={days}
        onChange={setDays}
        options={codeDays.map((one) => [String(one), one === null ? t('code_never') : t('code_for', { days: one })])}
      />
      <FailureNote title={t('code_failed')}>{failure}</FailureNote>
      <ButtonRow>
        {code && (
          <ButtonLink variant="primary" to="/admin/poster">
            {t('code_poster')}
          </ButtonLink>
        )}
        <Button variant={code ? undefined : 'primary'} busy={isPending} onClick={() => void make()}>
          {t(code ? 'code_new' : 'code_make')}
        </Button>
        {code && (
          <Button
            ref={keepFocus}
            aria-disabled={isPending || undefined}
            onClick={() => void run('invitations.revoke', { id: code.id }, { done: t('code_gone') })}
          >
            {p('take_back')}
          </Button>
        )}
      </ButtonRow>
      {code && <p className="small muted">{t('code_new_hint')}</p>}
    </Card>
  )
}
