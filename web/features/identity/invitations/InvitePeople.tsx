import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { v7 as uuidv7 } from 'uuid'
import { MAX_INVITED_AT_ONCE } from '../../../../contract/invitations.values.ts'
import { readAddress } from '../../../../contract/addresses.ts'
import type { Input } from '../../../../contract/schemas.ts'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { Title } from '../../../site.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { Tabs } from '../../../ui/Tabs.tsx'
import { signUpModeQuery } from '../sessions/queries.ts'
import { Invited, type Made } from './Invited.tsx'
import { InviteCode } from './InviteCode.tsx'
import { InviteOptions } from './InviteOptions.tsx'
import { PeopleTable } from './PeopleTable.tsx'
import { PasteList } from './PasteList.tsx'
import type { WrittenPerson } from './readPeople.ts'
import { judge, type Known } from './judge.ts'

type Person = Input<'invitations.create_list'>['people'][number]

const nothing: Made = { list_id: '', items: [], left_out: 0 }

const parts = <One,>(all: One[]): One[][] =>
  Array.from({ length: Math.ceil(all.length / MAX_INVITED_AT_ONCE) }, (_, index) =>
    all.slice(index * MAX_INVITED_AT_ONCE, (index + 1) * MAX_INVITED_AT_ONCE),
  )

/** Invites many people at once: a pasted list is looked through, mended in place, and then invited by one press. */
export default function InvitePeople() {
  const t = useTranslations('people')
  const i = useTranslations('invite')
  const desk = useTranslations('desk')
  const sendsMail = useQuery(signUpModeQuery).data?.sends_mail ?? true
  const isCode = useSearchParams()[0].get('way') === 'code'
  const [text, setText] = useState('')
  const [people, setPeople] = useState<WrittenPerson[]>([])
  const [known, setKnown] = useState<Known>(new Map())
  const [made, setMade] = useState<Made>(nothing)
  const [isDone, setDone] = useState(false)
  const check = useEndpointMutation()
  const invite = useEndpointMutation({ invalidates: ['invitations.list'] })
  const guard = useUnsavedChangesGuard((people.length > 0 || text.trim() !== '') && !isDone)
  const rows = judge(people, known)
  const fresh = rows.filter(({ state }) => state === 'new')

  /** Asks about the addresses that are not known yet. Returns false when that failed. */
  async function learn(list: WrittenPerson[]): Promise<boolean> {
    const addresses = [...new Set(list.flatMap(({ email }) => readAddress(email).address ?? []))]
    const next: Known = new Map(known)
    for (const emails of parts(addresses.filter((email) => !known.has(email)))) {
      const answer = await check.run('invitations.check', { emails })
      if (!answer) return false
      for (const { email, state } of answer.items) next.set(email, state)
    }
    setKnown(next)
    return true
  }

  async function look(list: WrittenPerson[]): Promise<void> {
    if (await learn(list)) setPeople(list)
  }

  function mend(place: number, change: Partial<WrittenPerson>): void {
    setPeople(people.map((person, index) => (index === place ? { ...person, ...change } : person)))
  }

  async function inviteAll(options: Omit<Input<'invitations.create_list'>, 'list_id' | 'people'>): Promise<void> {
    const list_id = made.list_id === '' ? uuidv7() : made.list_id
    const next: Known = new Map(known)
    const items = [...made.items]
    let { left_out } = made
    const all = fresh.map(({ address, name }): Person => ({ email: address, ...(name !== '' && { name }) }))
    for (const part of parts(all)) {
      // Pressed again after an answer that was lost: its links are shown once.
      const input = { list_id, people: part, ...options }
      const answer = await invite.run('invitations.create_list', input, { idempotent: true })
      // The people who are invited by now are known: pressing again goes on with the others.
      setMade({ list_id, items, left_out })
      setKnown(new Map(next))
      if (!answer) return
      items.push(...answer.items)
      left_out += answer.left_out
      for (const { email } of part) next.set(email, 'invited')
    }
    setMade({ list_id, items, left_out })
    setKnown(next)
    setDone(true)
  }

  /** Begins anew. What was pasted is kept until it has been used. */
  function restart(): void {
    if (isDone) setText('')
    setPeople([])
    setKnown(new Map())
    setMade(nothing)
    setDone(false)
  }

  const page = <Title>{t('invite_many')}</Title>
  if (isDone) {
    return (
      <>
        {page}
        <Invited made={made} sendsMail={sendsMail} onAgain={restart} />
      </>
    )
  }
  return (
    <>
      {page}
      <BackLink to="/admin/users">{desk('people')}</BackLink>
      <PageHead title={t('invite_many')} {...(made.items.length === 0 && !isCode && { lead: i('lead') })} />
      <UnsavedChangesNote guard={guard} />
      <Tabs aria-label={i('way')}>
        <Link to="?" aria-current={isCode ? undefined : 'page'}>
          {i('way_list')}
        </Link>
        <Link to="?way=code" aria-current={isCode ? 'page' : undefined}>
          {i('way_code')}
        </Link>
      </Tabs>
      {isCode ? (
        <InviteCode />
      ) : people.length === 0 ? (
        <PasteList
          text={text}
          onText={setText}
          isBusy={check.isPending}
          failure={check.failure}
          onList={(list) => void look(list)}
        />
      ) : (
        <>
          <PeopleTable rows={rows} onMend={mend} onMended={() => void learn(people)} onBack={restart} />
          <InviteOptions
            count={fresh.length}
            sendsMail={sendsMail}
            isBusy={invite.isPending}
            failure={invite.failure ?? check.failure}
            done={made.items.length}
            onInvite={(options) => void inviteAll(options)}
          />
        </>
      )}
    </>
  )
}
