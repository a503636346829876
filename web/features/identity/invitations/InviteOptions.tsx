import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import { isLanguage } from '../../../../contract/languages.ts'
import { LIST_DAYS, MAX_INVITATION_WORDS } from '../../../../contract/invitations.values.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { AddressNote } from '../../../layout/AddressNote.tsx'
import { allOwnGroupsQuery } from '../../../layout/allOwnGroups.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { oneOf } from '../../../layout/oneOf.ts'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { FieldBox, Labelled, OptionalLabel } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { LanguageOptions, Options, Select } from '../../../ui/Select.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import styles from './PeopleTable.module.css'

type Options = Omit<Input<'invitations.create_list'>, 'list_id' | 'people'>

const invitedRoles = ['member', 'limited'] as const

interface Props {
  /** How many can be invited. */
  count: number
  /** How many were invited before it stopped. */
  done: number
  sendsMail: boolean
  isBusy: boolean
  failure: string | null
  onInvite: (options: Options) => void
}

/** Chooses what the people of a list are invited to, and invites them. */
export function InviteOptions({ count, done, sendsMail, isBusy, failure, onInvite }: Props) {
  const t = useTranslations('invite')
  const p = useTranslations('people')
  const locale = useLocale()
  const groups = useQuery(allOwnGroupsQuery)
  const led = groups.data?.filter(({ may }) => may.manage) ?? []
  const [form, setForm] = useState({
    group_id: '',
    language: locale,
    role: 'member' as (typeof invitedRoles)[number],
    words: '',
  })
  const set = (change: Partial<typeof form>): void => setForm({ ...form, ...change })
  const words = form.words.replaceAll(/\s+/g, ' ').trim()
  return (
    <Card as="section" className="stack" aria-label={t('how')}>
      <div className={styles.fields}>
        {groups.isLoadingError ? (
          <QueryStatus query={groups} />
        ) : (
          <Labelled label={t('group')}>
            <Select value={form.group_id} onChange={({ target }) => set({ group_id: target.value })}>
              <option value="">{t('no_group')}</option>
              <Options of={led.map(({ id, name }) => [id, name])} />
            </Select>
          </Labelled>
        )}
        <FieldBox
          label={p('role')}
          hint={p(`role_${form.role}_text`)}
          renderControl={(linked) => (
            <Select
              {...linked}
              value={form.role}
              onChange={({ target }) => set({ role: oneOf(invitedRoles, target.value) ?? 'member' })}
            >
              <Options of={invitedRoles.map((role) => [role, p(`role_${role}`)])} />
            </Select>
          )}
        />
        {sendsMail && (
          <Labelled label={t('language')}>
            <Select
              value={form.language}
              onChange={({ target }) => isLanguage(target.value) && set({ language: target.value })}
            >
              <LanguageOptions />
            </Select>
          </Labelled>
        )}
      </div>
      {sendsMail && (
        <TextAreaField
          label={<OptionalLabel label={t('words')} />}
          hint={t('words_hint', { days: LIST_DAYS })}
          rows={3}
          dir="auto"
          maxLength={MAX_INVITATION_WORDS}
          value={form.words}
          onChange={({ target }) => set({ words: target.value })}
        />
      )}
      {!sendsMail && (
        <Note icon="info" title={t('no_mail')}>
          {t('no_mail_text', { days: LIST_DAYS })}
        </Note>
      )}
      <AddressNote />
      {done > 0 && failure !== null && <output>{t('so_far', { count: done })}</output>}
      <FailureNote title={t('not_invited')}>{failure}</FailureNote>
      <ButtonRow>
        <Button
          variant="primary"
          busy={isBusy}
          aria-disabled={count === 0 || undefined}
          onClick={() => {
            if (count === 0) return
            onInvite({
              ...(form.group_id !== '' && { group_id: form.group_id }),
              ...(form.role === 'limited' && { role: 'limited' }),
              language: form.language,
              ...(words !== '' && { words }),
            })
          }}
        >
          <Icon name="send" />
          {t('invite_them', { count })}
        </Button>
      </ButtonRow>
    </Card>
  )
}
