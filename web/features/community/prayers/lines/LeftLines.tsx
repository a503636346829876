import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../../contract/schemas.ts'
import { browserCall, call, isMissing, type Failure } from '../../../../api.ts'
import { useErrorMessage } from '../../../../layout/errorMessages.ts'
import { LoadFailed } from '../../../../layout/LoadFailed.tsx'
import { lazyPart } from '../../../../layout/lazyPart.tsx'
import { withMessages } from '../../../../layout/FormMessages.tsx'
import { FailureNote } from '../../../../layout/FailureNote.tsx'
import { NextPage } from '../../../../layout/NextPage.tsx'
import { doneIfGone, useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { useNameOf } from '../../../../layout/useNameOf.ts'
import { listAbout } from '../../../../query.ts'
import { Time } from '../../../../time.tsx'
import { Button } from '../../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../../ui/Card.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { takeLostFocus } from '../../../../ui/takeLostFocus.ts'
import LineWords from './LineWords.tsx'
import styles from './Lines.module.css'

const ReportDialog = lazyPart(() => import('../ReportDialog.tsx'))

type LinePage = Output<'prayers.lines'>

function Content({ id }: { id: string }) {
  const t = useTranslations('line')
  const report = useTranslations('report')
  const nameOf = useNameOf()
  const client = useQueryClient()
  const queryKey: unknown[] = ['prayers.lines', { id, pages: true }]
  const query = useInfiniteQuery<LinePage, Failure, { pages: LinePage[] }, unknown[], string | undefined>({
    queryKey,
    meta: { personal: true, about: listAbout('prayers.lines') },
    queryFn: ({ pageParam, signal }) => browserCall('prayers.lines', { id, cursor: pageParam }, { signal }),
    initialPageParam: undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  })
  const { data, error, refetch, hasNextPage } = query
  const lines = data?.pages.flatMap(({ items }) => items) ?? []
  const reason = useErrorMessage(error)
  const { perform, failure } = useEndpointMutation({ overlaps: true })
  const [reported, setReported] = useState<string | null>(null)
  const hasPutAway = useRef(false)
  const count = lines.length
  const shown = useRef(0)
  useEffect(() => {
    if (count === shown.current) return
    shown.current = count
    // The line has gone with the button that was pressed; with the last line, all of this: then the page takes the focus.
    if (hasPutAway.current) {
      takeLostFocus(document.getElementById(`${id}lines`))
      takeLostFocus(document.getElementById('main'))
    }
    hasPutAway.current = false
  }, [count, id, shown])
  if (!data && error && !isMissing(error)) {
    return (
      <LoadFailed title={t('for_you')} refetch={refetch}>
        {reason}
      </LoadFailed>
    )
  }
  if (count === 0 && !hasNextPage) return null

  async function putAway(lineId: string) {
    const deleted = () => doneIfGone(call('prayers.delete_line', { id, lineId }))
    const gone = await perform(deleted, { done: t('put_away_done') })
    if (!gone) return
    hasPutAway.current = true
    client.setQueryData<InfiniteData<LinePage>>(
      queryKey,
      (known) =>
        known && {
          ...known,
          pages: known.pages.map((page) => ({ ...page, items: page.items.filter((line) => line.id !== lineId) })),
        },
    )
  }
  return (
    <Card as="section" className={`stack ${styles.card}`} aria-labelledby={`${id}lines`}>
      <div>
        <CardTitle id={`${id}lines`} tabIndex={-1}>
          {t('for_you')}
        </CardTitle>
        <p className="small muted">{t('only_you')}</p>
      </div>
      <FailureNote title={t('for_you')}>{failure}</FailureNote>
      <ul className={styles.lines}>
        {lines.map((line) => (
          <li key={line.id} id={line.id} tabIndex={-1}>
            <p className="serif" dir="auto">
              <LineWords line={line} />
            </p>
            <p className="small secondary">
              <bdi>{line.author ? nameOf(line.author.display_name) : t('someone')}</bdi> ·{' '}
              <Time iso={line.created_at} />
            </p>
            <div className={styles.acts}>
              <Button variant="text" onClick={() => void putAway(line.id)}>
                {t('put_away')}
              </Button>
              <Button variant="text" onClick={() => setReported(line.id)}>
                <Icon name="flag" />
                {report('title')}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      <NextPage query={query} ids={lines.map((line) => line.id)} />
      {reported !== null && <ReportDialog prayer={{ id: reported }} onClose={() => setReported(null)} />}
    </Card>
  )
}

/** The lines that were left for the author of a request, who alone reads them. Nothing while there is none. */
export const LeftLines = withMessages(Content, 'lines')
