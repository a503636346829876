import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { rhythms, type Rhythm } from '../../../contract/notifications.values.ts'
import { preferencesQuery } from '../../features/identity/accounts/queries.ts'
import { RefusedAddressNote } from '../../features/identity/accounts/RefusedAddressNote.tsx'
import { withMessages } from '../../layout/FormMessages.tsx'
import { lazyPart } from '../../layout/lazyPart.tsx'
import { Loading } from '../../layout/Loading.tsx'
import { useEndpointMutation } from '../../layout/useEndpointMutation.ts'
import { FailureNote } from '../../layout/FailureNote.tsx'
import { Note } from '../../ui/Note.tsx'
import plateStyles from '../../ui/Plate.module.css'
import { FocusPage, type Step } from './FocusPage.tsx'
import styles from './welcome.module.css'

const PushSwitch = lazyPart(() => import('../../features/identity/push-devices/OwnPushSwitch.tsx'))

/** The kinds of notices that the question is about. Reminders, and what moderators write, keep their own rhythm. */
const kinds = ['prayed', 'updates', 'groups'] as const

/** Offered to who has not chosen: one email a day disturbs least and is late by little. */
const USUAL: Rhythm = 'daily'

function Choices({ step, user_id }: { step: Step; user_id: string }) {
  const t = useTranslations()
  const name = useId()
  const query = useQuery(preferencesQuery(user_id))
  const { data } = query
  const { run, isPending, failure } = useEndpointMutation()
  const [wanted, setWanted] = useState<Rhythm>()
  const known = data && kinds.every((kind) => data.notices[kind] === data.notices.prayed) ? data.notices.prayed : null
  const chosen = wanted ?? known ?? USUAL

  async function save() {
    if (!data || chosen === known) return step.onNext()
    // The morning is that of the clock in front of the reader, until they have chosen a time zone.
    const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions()
    const saved = await run('preferences.write', {
      id: user_id,
      notices: Object.fromEntries(kinds.map((kind) => [kind, chosen])),
      ...(data.time_zone === null && { time_zone }),
    })
    if (saved) step.onNext()
  }

  return (
    <FocusPage
      step={step}
      title={t('welcome.reach_title')}
      lead={t('welcome.reach_lead')}
      sending={isPending}
      onContinue={() => void save()}
    >
      <FailureNote title={t('notify.failed')}>{failure}</FailureNote>
      {data ? (
        <fieldset className={`${plateStyles.plate} ${styles.choices}`}>
          <legend className="vh">{t('welcome.reach_title')}</legend>
          {rhythms.map((rhythm) => (
            <label key={rhythm} className={plateStyles.row}>
              <span>
                <b className="strong" id={`${name}${rhythm}`}>
                  {t(`notice_emails.${rhythm}`)}
                </b>
                <span className="small secondary" id={`${name}${rhythm}h`}>
                  {t(`welcome.${rhythm}_hint`)}
                </span>
              </span>
              <input
                type="radio"
                name={name}
                value={rhythm}
                aria-labelledby={`${name}${rhythm}`}
                aria-describedby={`${name}${rhythm}h`}
                checked={rhythm === chosen}
                onChange={() => setWanted(rhythm)}
              />
            </label>
          ))}
        </fieldset>
      ) : (
        <Loading label={t('notify.loading')} failed={t('notify.not_loaded')} query={query} />
      )}
      <div className={`${plateStyles.plate} stack ${styles.device}`}>
        <PushSwitch user_id={user_id} />
      </div>
      {data?.mail_state === 'refused' && <RefusedAddressNote />}
      {data?.mail_state === 'unconfirmed' && (
        <Note icon="info" title={t('notice_emails.unconfirmed')}>
          {t('notice_emails.unconfirmed_text')}
        </Note>
      )}
    </FocusPage>
  )
}

/** Asks how often emails come about what happens. Only where the site sends any. */
export const ReachStep = withMessages(Choices, 'profile')
