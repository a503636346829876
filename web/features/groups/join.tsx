import '../../styles/forms.css'
import '../../styles/groups.css'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type FormEvent } from 'react'
import { Link, useNavigate } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Group } from '../../../contract/groups.ts'
import { call, type Failure } from '../../api.ts'
import { Loading } from '../../layout/Loading.tsx'
import { sentenceOf } from '../../messages.ts'
import { q } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Field } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { useFragment } from '../sessions/useFragment.ts'
import { Gate } from './Gate.tsx'
import { Emblem, GroupFacts } from './GroupParts.tsx'
import { codeIn, keepCode, readCode } from './inviteCode.ts'
import { useGroupCall } from './useGroupCall.ts'

function Refused({ error }: { error: Failure }) {
  const t = useTranslations('groups')
  const locale = useLocale()
  const [said, setSaid] = useState(error.detail)
  useEffect(() => void sentenceOf(error, locale).then(setSaid), [error, locale])
  return (
    <Note kind="error" icon="error" title={t('not_done')}>
      {said}
    </Note>
  )
}

function Accept({ group, code }: { group: Group; code: string }) {
  const t = useTranslations('groups')
  const navigate = useNavigate()
  const client = useQueryClient()
  const { run, working, failure } = useGroupCall()
  const { id, name } = group
  async function accept() {
    const joined = await run(() => call('groups.accept_invite', { code }), t('joined', { name }))
    if (!joined) return
    keepCode(null)
    client.removeQueries({ queryKey: ['groups.invited_to'] })
    await navigate(`/groups/${id}`, { replace: true })
  }
  return (
    <section className="card stack">
      <div className="group-card">
        <Emblem group={group} />
        <div className="group-card__text">
          <h2>
            <bdi>{name}</bdi>
          </h2>
          {group.description !== '' && (
            <p className="secondary" dir="auto">
              {group.description}
            </p>
          )}
          <GroupFacts group={group} />
        </div>
      </div>
      {failure !== null && (
        <Note kind="error" icon="error" title={t('not_done')}>
          {failure}
        </Note>
      )}
      <div className="row btn-row-mobile">
        <button
          type="button"
          className="btn btn--primary"
          aria-disabled={working || undefined}
          onClick={() => void accept()}
        >
          {t('accept')}
        </button>
        <Link className="btn btn--secondary" to="/groups">
          {t('not_now')}
        </Link>
      </div>
    </section>
  )
}

function Typed({ onCode }: { onCode: (code: string) => void }) {
  const t = useTranslations('groups')
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const code = codeIn(typed)
    if (code === '') setProblem(t('no_code'))
    else onCode(code)
  }
  return (
    <form className="card stack" method="post" noValidate onSubmit={submit}>
      <Field
        label={t('code')}
        name="code"
        dir="ltr"
        autoComplete="off"
        hint={t('code_hint')}
        value={typed}
        error={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div className="row btn-row-mobile">
        <button type="submit" className="btn btn--primary">
          {t('look')}
        </button>
      </div>
    </form>
  )
}

function Join() {
  const t = useTranslations('groups')
  const [code, setCode] = useState(readCode)
  const { data, error, fetchStatus, refetch } = useQuery({
    ...q('groups.invited_to', { code }, true),
    enabled: code !== '',
    gcTime: 0,
  })
  return (
    <div className="profile">
      <Title>{t('join_title')}</Title>
      <div className="page-head">
        <div>
          <h1>{t('join_title')}</h1>
          <p>{t('join_text')}</p>
        </div>
      </div>
      <div className="stack">
        {error && error.code !== 'client.offline' && <Refused error={error} />}
        {data && !error && <Accept group={data} code={code} />}
        {code !== '' && !data && (!error || error.code === 'client.offline') && (
          <Loading
            label={t('loading')}
            failed={error ? t('failed') : undefined}
            paused={fetchStatus === 'paused'}
            retry={() => void refetch()}
          />
        )}
        {(code === '' || error?.status === 404) && (
          <Typed
            onCode={(typed) => {
              keepCode(typed)
              setCode(typed)
            }}
          />
        )}
      </div>
    </div>
  )
}

export default function JoinRoute() {
  const fragment = useFragment()
  // Before anybody is sent away to sign in: the way back leads here without it.
  if (fragment) keepCode(codeIn(fragment))
  return (
    <Gate title="join_title">
      <Join key={fragment} />
    </Gate>
  )
}
