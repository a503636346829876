import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Language } from '../../../../contract/fields.ts'
import type { GroupReader } from '../../../../contract/group-summaries.ts'
import { MAX_NEW_READERS } from '../../../../contract/group-summaries.values.ts'
import { Loading } from '../../../layout/Loading.tsx'
import { useAddressText } from '../../../fieldErrors.ts'
import { useFailureFocus } from '../../../useFailureFocus.ts'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { call } from '../../../api.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Labelled } from '../../../ui/Field.tsx'
import { ListRow } from '../../../ui/ListRow.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { LanguageOptions, Select } from '../../../ui/Select.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { readAddresses } from './addresses.ts'
import { readersQuery } from './queries.ts'

/** Takes a list of addresses as it was pasted. What was written stays when the server refuses it. */
function AddReaders({ group_id }: { group_id: string }) {
  const t = useTranslations('by_email')
  const groups = useTranslations('groups')
  const field = useTranslations('field')
  const addressText = useAddressText()
  const client = useQueryClient()
  const [written, setWritten] = useState('')
  const [language, setLanguage] = useState<Language>(useLocale())
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const { run, isPending, failure } = useEndpointMutation()
  const note = useFailureFocus(failure)

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { emails, wrong } = readAddresses(written)
    const found =
      emails.length === 0
        ? field('required')
        : wrong !== undefined
          ? `${t('not_address', { word: wrong })} ${addressText(wrong) ?? ''}`
          : emails.length > MAX_NEW_READERS
            ? t('too_many', { count: MAX_NEW_READERS })
            : undefined
    setProblem(found)
    if (found !== undefined) return event.currentTarget.querySelector<HTMLElement>('textarea')?.focus()
    const answer = await run('group_summaries.add_readers', { id: group_id, emails, language }, { done: t('added') })
    if (!answer) return
    client.setQueryData(readersQuery(group_id).queryKey, answer)
    setWritten('')
  }

  return (
    <form method="post" noValidate className="stack" onSubmit={(event) => void submit(event)}>
      <FailureNote title={groups('not_done')} ref={note}>
        {failure}
      </FailureNote>
      <TextAreaField
        label={t('addresses')}
        hint={t('addresses_hint')}
        name="emails"
        dir="ltr"
        rows={3}
        autoComplete="off"
        spellCheck={false}
        readOnly={isPending}
        value={written}
        onChange={(event) => {
          setWritten(event.target.value)
          setProblem(undefined)
        }}
        error={problem}
      />
      <Labelled label={t('language')}>
        <Select value={language} onChange={({ target }) => setLanguage(target.value as Language)}>
          <LanguageOptions />
        </Select>
      </Labelled>
      <ButtonRow>
        <Button type="submit" aria-disabled={isPending || undefined}>
          {t('ask')}
        </Button>
      </ButtonRow>
    </form>
  )
}

/** The addresses of people without an account who get the summary of a group, for its leaders alone. */
export function Readers({ group_id, sendsMail }: { group_id: string; sendsMail: boolean }) {
  const t = useTranslations('by_email')
  const groups = useTranslations('groups')
  const heading = useId()
  const query = useQuery(readersQuery(group_id))
  const { data } = query
  const { perform, isPending, failure } = useEndpointMutation({ invalidates: ['group_summaries'] })
  const [removing, setRemoving] = useState<Pick<GroupReader, 'id' | 'email'> | null>(null)
  return (
    <section className="stack" aria-labelledby={heading}>
      <div>
        <h3 id={heading}>{t('readers')}</h3>
        <p className="small secondary">{t('readers_text')}</p>
      </div>
      {sendsMail && <AddReaders group_id={group_id} />}
      {!data && <Loading label={groups('loading')} failed={groups('failed')} query={query} />}
      {data?.length === 0 && <p className="small muted">{t('readers_none')}</p>}
      {data && data.length > 0 && (
        <ul>
          {data.map(({ id, email, state }) => (
            <ListRow key={id}>
              <span>
                <bdi dir="ltr">{email}</bdi>
                <br />
                <span className="small secondary">{t(`state_${state}`)}</span>
              </span>
              <Button size="small" aria-label={t('remove_one', { email })} onClick={() => setRemoving({ id, email })}>
                {groups('remove')}
              </Button>
            </ListRow>
          ))}
        </ul>
      )}
      {removing && (
        <ConfirmDialog
          title={t('remove_one', { email: removing.email })}
          text={t('remove_text')}
          confirm={groups('remove')}
          failure={failure === null ? null : { title: groups('not_done'), text: failure }}
          isBusy={isPending}
          onConfirm={async () => {
            const gone = call('group_summaries.remove_reader', { id: group_id, readerId: removing.id })
            const done = t('removed', { email: removing.email })
            return (await perform(() => doneIfGone(gone), { done })) !== null
          }}
          onClose={() => setRemoving(null)}
        />
      )}
    </section>
  )
}
