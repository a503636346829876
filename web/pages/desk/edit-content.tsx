import { useQuery } from '@tanstack/react-query'
import { Navigate, useParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormMessages } from '../../layout/FormMessages.tsx'
import { endpointQuery } from '../../query.ts'
import { Title } from '../../site.tsx'
import { Note } from '../../ui/Note.tsx'
import { BackLink, PageHead } from '../../ui/PageHead.tsx'
import { CardSkeleton } from '../../ui/Skeleton.tsx'
import { AdminOnly } from '../../features/identity/sessions/AdminOnly.tsx'
import { Editor } from '../../features/site/content/Editor.tsx'
import { Button } from '../../ui/Button.tsx'
import { isMissing } from '../../api.ts'

// An editor always starts from fresh data, never from the cache of an earlier visit.
const fresh = { refetchOnMount: 'always', refetchOnWindowFocus: false, gcTime: 0 } as const

function Load({ id }: { id: string | undefined }) {
  const t = useTranslations('admin')
  const feed = useTranslations('feed')
  const places = useTranslations('places')
  const page = useQuery({
    ...endpointQuery('content.manage_one', { id: id ?? '' }, true),
    ...fresh,
    enabled: id !== undefined,
  })
  const kept = useQuery({
    ...endpointQuery('content.draft', id === undefined ? {} : { content_id: id }, true),
    ...fresh,
  })
  const isReady = kept.data && kept.isFetchedAfterMount && (id === undefined || (page.data && page.isFetchedAfterMount))
  if (page.data?.content_type === 'notification') return <Navigate to={`/admin/announcement/${page.data.id}`} replace />
  if (isReady) return <Editor item={page.data} draft={kept.data.draft} />
  const error = page.error ?? kept.error
  if (!error)
    return (
      <>
        <PageHead title={places('pages')} />
        <CardSkeleton />
      </>
    )
  const again = () => {
    void kept.refetch()
    if (id !== undefined) void page.refetch()
  }
  return (
    <>
      <BackLink to="/admin/content">{places('pages')}</BackLink>
      <PageHead title={places('pages')} />
      <Note kind="error" icon="error" title={t(isMissing(error) ? 'page_gone' : 'failed')}>
        {!isMissing(error) && <Button onClick={again}>{feed('retry')}</Button>}
      </Note>
    </>
  )
}

function Edit() {
  const places = useTranslations('places')
  const { id } = useParams()
  return (
    <>
      <Title>{places('pages')}</Title>
      <Load key={id ?? 'new'} id={id} />
    </>
  )
}

export default function EditRoute() {
  return (
    <AdminOnly>
      <FormMessages area="admin_pages">
        <Edit />
      </FormMessages>
    </AdminOnly>
  )
}
