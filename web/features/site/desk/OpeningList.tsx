import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import type { DeskToday } from '../../../../contract/desk.ts'
import type { OpeningStep } from '../../../../contract/settings.values.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './OpeningList.module.css'

type Opening = NonNullable<DeskToday['opening']>
type Task = Opening['tasks'][number]['name']

const places: Record<Task, string> = {
  invite: '/admin/users/invite',
  imprint: '/admin/imprint',
  care: '/admin/care?tab=on_call',
  poster: '/admin/poster',
  announcement: '/admin/announcement/new',
  backups: '/admin/settings/backups',
}

/** Lists what a new site needs for its people. A row that was done turns grey; the list goes when all are, or when it is put away. */
export function OpeningList({ of: { questions, tasks } }: { of: Opening }) {
  const t = useTranslations('opening')
  const { run, failure } = useEndpointMutation({ invalidates: ['desk'] })
  const list = useRef<HTMLUListElement>(null)

  // The pressed button goes with what it marks.
  async function mark(step: OpeningStep, pressed: HTMLButtonElement): Promise<void> {
    const marks = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = marks.indexOf(pressed)
    const next = at === -1 ? undefined : (marks[at + 1] ?? marks[at - 1])
    if (!(await run('desk.mark_step', { step, is_done: true }))) return
    const place = next ?? document.getElementById('main')
    place?.focus({ preventScroll: true })
  }
  const open = tasks.filter(({ is_done }) => !is_done)
  const done = tasks.filter(({ is_done }) => is_done)
  return (
    <section className="stack stack--tight" aria-label={t('tasks')}>
      <FailureNote title={failure} />
      <Card as="ul" ref={list} className={styles.list}>
        {questions.length > 0 && (
          <li className={rowStyles.row}>
            <span className={styles.mark} aria-hidden="true" />
            <div className={rowStyles.words}>
              <h2>{t('questions')}</h2>
              <p>{t('questions_text', { count: questions.length })}</p>
            </div>
            <ButtonLink variant="primary" to="/admin/opening">
              {t('go_on')}
            </ButtonLink>
          </li>
        )}
        {open.map(({ name }, index) => (
          <li key={name} className={rowStyles.row}>
            <button
              type="button"
              className={styles.mark}
              aria-label={t('mark', { task: t(`task_${name}`) })}
              onClick={({ currentTarget }) => void mark(name, currentTarget)}
            />
            <div className={rowStyles.words}>
              <h2>{t(`task_${name}`)}</h2>
              <p>{t(`task_${name}_text`)}</p>
            </div>
            <ButtonLink variant={index === 0 && questions.length === 0 ? 'primary' : 'secondary'} to={places[name]}>
              {t(`task_${name}_act`)}
            </ButtonLink>
          </li>
        ))}
        {done.map(({ name }) => (
          <li key={name} className={`${rowStyles.row} ${rowStyles.words} ${styles.done}`}>
            <span className={styles.mark}>
              <Icon name="check" />
            </span>
            <h2>
              {t(`task_${name}`)} <span className="vh">{t('is_done')}</span>
            </h2>
          </li>
        ))}
      </Card>
      <p className="small secondary">
        <Button variant="text" size="small" onClick={({ currentTarget }) => void mark('list', currentTarget)}>
          {t('put_away')}
        </Button>{' '}
        {t('found_again')}
      </p>
    </section>
  )
}
