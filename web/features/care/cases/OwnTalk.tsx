import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { useMoment } from '../../../useMoment.ts'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { useFieldHeight } from '../../../ui/useFieldHeight.ts'
import { ownCaseQuery, watched } from './queries.ts'
import { Say, Talk, WriteField } from './Talk.tsx'

const toHelp = (link: ReactNode) => <Link to="/help-now">{link}</Link>

export const useOwnCase = (id: string) => useQuery({ ...ownCaseQuery(id), ...watched })

/** Says that the care team has written, where the talk stands further down. */
export function TalkLink({ id }: { id: string }) {
  const t = useTranslations('talk')
  const { data } = useOwnCase(id)
  if (!data || data.messages.length === 0) return null
  return (
    <p>
      <a href="#talk">{t('title')}</a>
    </p>
  )
}

interface Props {
  /** Identifies the request. */
  id: string
  showsHelp?: boolean
}

function Content({ id, showsHelp = false }: Props) {
  const t = useTranslations('talk')
  const moment = useMoment()
  const nameOf = useNameOf()
  const client = useQueryClient()
  const field = useFieldHeight()
  const { words, place, change: setWords } = useKeptWords(`reply:${id}`, '')
  const { data } = useOwnCase(id)
  const { run, isPending, failure } = useEndpointMutation({ draft: place })
  // The words go some time after the end, and the author may write all the same.
  if (!data || (data.messages.length === 0 && !data.may_write)) return null

  async function send(content: string) {
    const answer = await run('cases.reply', { id, content }, { announced: t('sent'), idempotent: true })
    if (!answer) return
    setWords('')
    const { queryKey } = ownCaseQuery(id)
    // An answer from before, still on its way, does not take it off the page again.
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, answer)
  }
  return (
    <Card as="section" id="talk" className="stack" aria-labelledby={`${id}talk`}>
      <div>
        <CardTitle id={`${id}talk`}>{t('title')}</CardTitle>
        <p className="small muted">{t('hint')}</p>
      </div>
      {data.messages.length > 0 && (
        <Talk label={t('title')}>
          {data.messages.map(({ id: key, by, content, created_at }) => (
            <Say
              key={key}
              isOwn={by === null}
              words={content}
              below={
                by === null
                  ? t('you', { time: moment(created_at) })
                  : t('care', { name: nameOf(by.display_name), time: moment(created_at) })
              }
            />
          ))}
        </Talk>
      )}
      {!data.is_open && <p className="small secondary">{t('finished')}</p>}
      <WriteField
        label={t('write')}
        hint={t('write_hint')}
        words={words}
        onChange={setWords}
        onSend={(content) => void send(content)}
        isSending={isPending}
        failure={failure}
        field={field}
      />
      {showsHelp && <p className="small">{t.rich('help', { help: toHelp })}</p>}
    </Card>
  )
}

/** Shows what the care team wrote to the author of a request, and their answer. Nothing before somebody has written. */
export default withMessages(Content, 'care')
