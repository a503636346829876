import { type RefObject, useEffect, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerDetail, PrayerUpdate } from '../../../../contract/prayers.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { Time, useTime } from '../../../time.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { ReactionMenu } from '../prayers/reactions/ReactionBar.tsx'
import { TextTools } from '../../language/speech/TextTools.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { useMoreFocus } from '../../../ui/useMoreFocus.ts'
import styles from './Updates.module.css'

const UpdateForm = lazyPart(() => import('./UpdateForm.tsx'))
const UpdateMenu = lazyPart(() => import('./UpdateMenu.tsx'))

interface Props {
  prayer: PrayerDetail
}

/** Number of updates that a page begins with. */
const SHOWN_UPDATES = 20

/** Shows when a request was answered, with the author's text if there is one. */
export function AnsweredPanel({ prayer }: Props) {
  const { status, answered_at, updates } = prayer
  const t = useTranslations('page')
  const format = useTime()
  if (status !== 'answered' || answered_at === null) return null
  const testimony = updates.find((update) => update.status === 'answered')
  return (
    <section className={styles.answered}>
      <h2 className={styles.answeredHead} suppressHydrationWarning>
        <Icon name="sunrise" />
        {t('answered_on', { date: format(answered_at, true) })}
      </h2>
      {testimony && (
        <p className="serif" dir="auto" lang={testimony.language ?? undefined}>
          {testimony.content}
        </p>
      )}
      {testimony && <TextTools prayer={prayer} update={testimony} />}
    </section>
  )
}

/** Gives the focus back to what opened a form when it has gone with the form: to the last button in the place of the returned ref. */
function useFocusAfterForm(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen
    wasOpen.current = isOpen
    if (!isClosed || document.activeElement !== document.body) return
    const openers = place.current?.querySelectorAll<HTMLElement>('summary, button') ?? []
    Array.from(openers).at(-1)?.focus()
  }, [isOpen])
  return place
}

function Update({ prayer, update }: Props & { update: PrayerUpdate }) {
  const t = useTranslations()
  const [editing, setEditing] = useState(false)
  const head = useFocusAfterForm(editing)
  const { content, status, language, created_at, is_held } = update
  // The panel above already shows the text of this update.
  const shownAbove =
    status === 'answered' &&
    prayer.status === 'answered' &&
    prayer.updates.find((one) => one.status === 'answered') === update
  return (
    <li ref={keepFocus} id={update.id} tabIndex={-1} className={status === 'answered' ? styles.isAnswered : undefined}>
      <div ref={head} className={styles.updateHead}>
        <span>
          <span className="strong">
            {status === null || status === 'open' ? t('page.update') : t(`status.${status}`)}
          </span>{' '}
          <Time iso={created_at} long />
        </span>
        {is_held && <Badge>{t('audience.waiting')}</Badge>}
        {useAuth().status === 'signed_in' && !is_held && (
          <FormMessages area="acts">
            <ReactionMenu prayer={prayer} update={update} />
          </FormMessages>
        )}
        {prayer.may.delete && <UpdateMenu prayer={prayer} update={update} onEdit={() => setEditing(true)} />}
      </div>
      {editing ? (
        <UpdateForm prayer={prayer} update={update} onDone={() => setEditing(false)} />
      ) : (
        !shownAbove && (
          <>
            <p dir="auto" lang={language ?? undefined}>
              {content}
            </p>
            {!is_held && <TextTools prayer={prayer} update={update} />}
          </>
        )
      )}
    </li>
  )
}

/** Lists the updates of a request, newest first, down to its creation. The author adds updates here. */
export function Updates({ prayer }: Props) {
  const t = useTranslations()
  const [search] = useSearchParams()
  const { updates, may } = prayer
  // The profile leads straight to the form.
  const [writing, setWriting] = useState(may.edit && search.has('update'))
  const begin = useFocusAfterForm(writing)
  const shown = search.get('updates') === 'all' ? updates : updates.slice(0, SHOWN_UPDATES)
  const onMore = useMoreFocus(shown.map(({ id }) => id))
  if (updates.length === 0 && prayer.answered_at === null && !may.edit) return null
  const hasAnsweredUpdate = updates.some(({ status }) => status === 'answered')
  return (
    <section className={styles.updates}>
      <h2>{t('page.updates_title')}</h2>
      {may.edit && !writing && (
        <div ref={begin} className={`${styles.updatesNew} needs-js`}>
          <Button onClick={() => setWriting(true)}>
            <Icon name="plus" />
            {t('update.new')}
          </Button>
        </div>
      )}
      {writing && <UpdateForm prayer={prayer} onDone={() => setWriting(false)} />}
      <ol className={styles.timeline}>
        {prayer.answered_at !== null && !hasAnsweredUpdate && (
          <li className={styles.isAnswered}>
            <span className="strong">
              {t(prayer.status === 'answered_differently' ? 'status.answered_differently' : 'status.answered')}
            </span>{' '}
            <Time iso={prayer.answered_at} long />
          </li>
        )}
        {shown.map((update) => (
          <Update key={update.id} prayer={prayer} update={update} />
        ))}
        {shown.length < updates.length && (
          <li>
            <Link to="?updates=all" replace preventScrollReset onClick={onMore}>
              {t('feed.more')}
            </Link>
          </li>
        )}
        <li className={styles.isStart}>
          <span className="strong">{t('page.shared')}</span> <Time iso={prayer.created_at} long />
        </li>
      </ol>
    </section>
  )
}
