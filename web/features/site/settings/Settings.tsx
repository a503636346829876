import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useLocation } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { endpointQuery } from '../../../query.ts'
import { Title, updateSite } from '../../../site.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { HelplineCheck } from './Helplines.tsx'
import { type Known, SettingField } from './SettingField.tsx'
import { MailServer } from './MailServer.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'
import { type Draft, type Setting, changedOf } from './draft.ts'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Button } from '../../../ui/Button.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import saveBarStyles from '../../../layout/SaveBar.module.css'

const settingsQuery = endpointQuery('settings.list', {}, true)

const groups: { title: 'group_look' | 'group_door' | 'group_care'; names: Known[] }[] = [
  { title: 'group_look', names: ['site_name', 'site_sentence', 'default_language', 'shows_pray_counts'] },
  {
    title: 'group_door',
    names: [
      'sign_up_mode',
      'join_question',
      'require_verified_email',
      'event_hours',
      'session_days',
      'staff_second_factor',
    ],
  },
  { title: 'group_care', names: ['moderation_mode', 'prayers_per_hour', 'care_on_call', 'time_zone'] },
]

function Form({ settings }: { settings: Setting[] }) {
  const t = useTranslations('site_settings')
  const locale = useLocale()
  const client = useQueryClient()
  const heading = useId()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const [draft, setDraft] = useState<Draft>({})
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const changed = changedOf(settings, draft)
  const guard = useUnsavedChangesGuard(changed.length > 0)

  /** Saves one after the other. An error does not undo earlier ones; the refused setting keeps its draft. */
  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy || changed.length === 0) return
    setBusy(true)
    setErrors({})
    let saved = 0
    for (const { name } of changed) {
      const value = draft[name] ?? ''
      const { data, error } = await withConfirmation(() => call('settings.write', { name, value }))
      if (error) {
        if (isConfirmationCancelled(error)) break
        const sentence = await getErrorMessage(error, locale)
        setErrors((before) => ({ ...before, [name]: sentence }))
        // Without a response the other calls would fail too.
        if (error.status === 0) break
        continue
      }
      saved += 1
      if (name === 'site_sentence') updateSite({ site_sentence: String(data.value) })
      // An empty name is the one of the configuration, which only the server knows.
      if (name === 'site_name' && data.value !== '') updateSite({ site_name: String(data.value) })
      client.setQueryData<Setting[]>(settingsQuery.queryKey, (before) =>
        before?.map((one) => (one.name === name ? data : one)),
      )
      setDraft((before) => Object.fromEntries(Object.entries(before).filter(([other]) => other !== name)))
    }
    setBusy(false)
    if (saved > 0) toast(t('saved', { count: saved }))
  }

  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <UnsavedChangesNote guard={guard} />
        {groups.map(({ title, names }) => (
          <Card key={title} as="section" className="stack" aria-labelledby={heading + title}>
            <CardTitle id={heading + title}>{t(title)}</CardTitle>
            {names.map((name) => {
              const setting = settings.find((one) => one.name === name)
              return (
                setting && (
                  <SettingField
                    key={name}
                    name={name}
                    setting={setting}
                    value={draft[name] ?? setting.value}
                    error={errors[name]}
                    onChange={(value) => setDraft((before) => ({ ...before, [name]: value }))}
                  />
                )
              )
            })}
            {title === 'group_look' && <ThemeChoice />}
          </Card>
        ))}
        {Object.keys(errors).length > 0 && (
          <Note kind="error" icon="error" title={t('not_saved')}>
            {t('kept')}
          </Note>
        )}
        <div className={changed.length > 0 ? saveBarStyles.bar : `${saveBarStyles.bar} ${saveBarStyles.still}`}>
          <output className="small muted">{t('unsaved', { count: changed.length })}</output>
          <span className="grow" />
          {changed.length > 0 && (
            <Button disabled={busy} onClick={() => setDraft({})}>
              {t('undo')}
            </Button>
          )}
          <Button type="submit" variant="primary" disabled={changed.length === 0} busy={busy}>
            {t('save')}
          </Button>
        </div>
      </form>
      {dialog}
    </>
  )
}

/** Edits the settings of the site. Nothing applies before it is saved. */
export default function Settings() {
  const t = useTranslations('site_settings')
  const settings = useQuery(settingsQuery)
  const mail = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  // What stands above the part has its size then.
  const isLoaded = settings.data !== undefined
  useEffect(() => {
    if (!isLoaded || hash !== '#email') return
    mail.current?.scrollIntoView()
    mail.current?.focus({ preventScroll: true })
  }, [isLoaded, hash])
  return (
    <>
      <Title>{t('title')}</Title>
      <PageHead title={t('title')} lead={t('lead')} />
      {settings.data ? <Form settings={settings.data} /> : <QueryStatus query={settings} />}
      <MailServer ref={mail} />
      <HelplineCheck />
    </>
  )
}
