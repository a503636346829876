import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { call } from '../../../api.ts'
import { invalidate } from '../../../invalidate.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { getErrorMessage } from '../../../layout/errorMessages.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { endpointQuery } from '../../../query.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { updateSite } from '../../../site.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Note } from '../../../ui/Note.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { isConfirmationCancelled, usePasswordConfirmation } from '../../identity/sessions/usePasswordConfirmation.tsx'
import { SettingField } from './SettingField.tsx'
import { type Draft, type Setting, type Value, sameValue } from './draft.ts'
import type { Known } from '../../../layout/rooms.ts'

/** Names what a setting was when it was first changed here, among the words of a draft. */
const beforeOf = (name: string): string => `${name} before`

export const settingsQuery = endpointQuery('settings.list', {}, true)

/** Returns the values in force, once they are loaded. */
export function useSettingValues(): Record<string, Value | undefined> {
  const { data = [] } = useQuery(settingsQuery)
  return Object.fromEntries(data.map(({ name, value }) => [name, value]))
}

interface Props {
  names: readonly Known[]
  /** Called when everything is saved. */
  onDone: () => void
  /** Called when it is left as it was; by default as when it is saved. */
  onLeave?: (() => void) | undefined
  /** Labels the buttons; by default they say that they save, and leave it as it was. */
  words?: { save: string; leave: string } | undefined
  /** Called with what is typed, before it is saved. */
  onDraft?: ((draft: Draft) => void) | undefined
}

function withValue(draft: Draft, name: string, value: Value | undefined): Draft {
  const { [name]: _, [beforeOf(name)]: before, ...others } = draft
  if (value === undefined) return others
  return { ...others, ...(before !== undefined && { [beforeOf(name)]: before }), [name]: value }
}

function showSaved(client: QueryClient, saved: Setting): void {
  const { name, value } = saved
  if (name === 'site_sentence') updateSite({ site_sentence: String(value) })
  // An empty name is the one of the configuration, which only the server knows.
  if (name === 'site_name' && value !== '') updateSite({ site_name: String(value) })
  client.setQueryData<Setting[]>(settingsQuery.queryKey, (before) =>
    before?.map((one) => (one.name === name ? saved : one)),
  )
}

/** Shows what somebody else has saved, which what was typed replaces when it is saved once more. Undefined when it cannot be read. */
async function readTheirs(client: QueryClient, name: string): Promise<Value | undefined> {
  const { data } = await call('settings.read', { name })
  if (data) showSaved(client, data)
  return data?.value
}

/** The question goes to those who wait for a yes. */
function shownOf<One extends Setting>(settings: One[], draft: Draft): One[] {
  const mode = draft['sign_up_mode'] ?? settings.find(({ name }) => name === 'sign_up_mode')?.value
  return settings.filter(({ name }) => name !== 'join_question' || mode === 'approval')
}

/** The words that are typed and not saved, as they are by now also where an answer of the server changes them. */
function useDraft(form: string) {
  const { words: draft, ...kept } = useKeptWords<Draft>(`settings:${form}`, {})
  const latest = useRef(draft)
  useEffect(() => {
    latest.current = draft
  })
  /** Takes a value, or, when undefined, goes back to the saved one. */
  function change(name: string, value: Value | undefined): void {
    latest.current = withValue(latest.current, name, value)
    kept.change(latest.current)
  }
  return { draft, change, forget: (): void => kept.begin({}) }
}

function Form({
  settings,
  onDone,
  onLeave = onDone,
  words,
  onDraft,
}: Omit<Props, 'names'> & { settings: (Setting & { name: Known })[] }) {
  const t = useTranslations('site_settings')
  const rooms = useTranslations('rooms')
  const locale = useLocale()
  const client = useQueryClient()
  const { withConfirmation, dialog } = usePasswordConfirmation()
  const { draft, change, forget } = useDraft(settings[0]?.name ?? '')
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [outdated, setOutdated] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const shown = shownOf(settings, draft)
  const changed = shown.filter(({ name, value }) => draft[name] !== undefined && !sameValue(draft[name], value))
  const guard = useUnsavedChangesGuard(changed.length > 0, forget)

  /** Returns whether the setting was saved; a refused one keeps its draft. Null: nothing more can be saved now. */
  async function saveOne(name: string): Promise<boolean | null> {
    const was = draft[beforeOf(name)]
    const { data, error } = await withConfirmation(() =>
      call('settings.write', { name, value: draft[name] ?? '', was }),
    )
    if (error) {
      if (isConfirmationCancelled(error)) return null
      const sentence = await getErrorMessage(error, locale)
      setErrors((before) => ({ ...before, [name]: sentence }))
      if (error.code === 'holds.rota_changed') {
        // Shows the plan of whoever was faster.
        change(name, undefined)
        void invalidate(client, 'settings.list')
      }
      if (error.code === 'content.changed') {
        const theirs = await readTheirs(client, name)
        change(beforeOf(name), theirs ?? was)
        if (theirs !== undefined) setOutdated((before) => [...before, name])
      }
      // Without a response the other calls would fail too.
      return error.status === 0 ? null : false
    }
    showSaved(client, data)
    change(name, undefined)
    return true
  }

  /** Saves one after the other. An error does not undo earlier ones. */
  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setErrors({})
    setOutdated([])
    let saved = 0
    for (const { name } of changed) {
      const isSaved = await saveOne(name)
      if (isSaved === null) break
      if (isSaved) saved += 1
    }
    setBusy(false)
    if (saved > 0) {
      // A form with words of its own shows what was saved.
      if (!words) toast(t('saved', { count: saved }))
      void invalidate(client, 'review.rota', 'alarms', 'desk')
    }
    if (saved === changed.length) onDone()
  }

  return (
    <>
      <form className="stack" noValidate onSubmit={(event) => void save(event)}>
        <UnsavedChangesNote guard={guard} />
        {shown.map((setting) => (
          <SettingField
            key={setting.name}
            name={setting.name}
            setting={setting}
            value={draft[setting.name] ?? setting.value}
            error={errors[setting.name]}
            isQuiet={words !== undefined}
            isOutdated={outdated.includes(setting.name)}
            onChange={(value) => {
              // It would go with the answer.
              if (busy) return
              if (draft[setting.name] === undefined) change(beforeOf(setting.name), setting.value)
              change(setting.name, sameValue(value, setting.value) ? undefined : value)
              onDraft?.({ ...draft, [setting.name]: value })
            }}
          />
        ))}
        {Object.keys(errors).length > 0 && (
          <Note kind="error" icon="error" title={t('not_saved')}>
            {changed.length > 0 && t('kept')}
          </Note>
        )}
        <ButtonRow>
          <Button type="submit" variant="primary" busy={busy}>
            {words?.save ?? t('save')}
          </Button>
          <Button
            variant="text"
            onClick={() => {
              forget()
              onLeave()
            }}
          >
            {words?.leave ?? rooms('leave')}
          </Button>
        </ButtonRow>
      </form>
      {dialog}
    </>
  )
}

/** Changes some settings and saves them together. Nothing applies before. */
export function SettingsForm({ names, ...rest }: Props) {
  const query = useQuery(settingsQuery)
  if (!query.data) return <QueryStatus query={query} />
  const { data } = query
  const settings = names.flatMap((name) => data.filter((one) => one.name === name).map((one) => ({ ...one, name })))
  return <Form settings={settings} {...rest} />
}
