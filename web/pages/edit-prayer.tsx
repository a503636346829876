import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { WrittenPrayer } from '../../contract/prayers.ts'
import { call, isMissing } from '../api.ts'
import { PageError } from '../layout/PageError.tsx'
import { useGone } from '../layout/useGone.ts'
import { FormMessages } from '../layout/FormMessages.tsx'
import { Loading } from '../layout/Loading.tsx'
import { NewerVersion } from '../layout/NewerVersion.tsx'
import { invalidate } from '../invalidate.ts'
import { Title } from '../site.tsx'
import { toast } from '../ui/Toast.tsx'
import { useAuth } from '../features/identity/sessions/auth.tsx'
import { useRequireSignIn } from '../features/identity/sessions/useRequireSignIn.ts'
import type { Route } from './+types/edit-prayer.ts'
import { toDraft, toInput, type Draft } from '../features/community/prayers/composer/draft.ts'
import { PrayerForm } from '../features/community/prayers/composer/PrayerForm.tsx'
import { updateCachedPrayer } from '../features/community/prayers/cache.ts'
import { updateOwnListed } from '../features/community/prayers/ownListed.ts'
import { useKeptDraft } from '../useDraftPlace.ts'
import { preload, preloadInBrowser, useHydratedState, type RouteQueries } from '../query.ts'
import { prayerQuery } from '../features/community/prayers/queries.ts'
import { NewerWords } from '../features/community/prayers/NewerWords.tsx'

const draftName = (id: string): string => `edit:${id}`

/** Has categories only when they were changed here; otherwise they stay, the classifier's included, and what came meanwhile. */
function changesOf(body: Draft) {
  const { categoryIds, ...rest } = toInput(body)
  return categoryIds.join() === body.begun_with?.join() ? rest : { ...rest, categoryIds }
}

function Edit({ prayer, kept, place }: { prayer: WrittenPrayer; kept: Partial<Draft>; place: string }) {
  const t = useTranslations('write')
  const client = useQueryClient()
  const { id } = prayer
  const [initial] = useState((): Draft => ({
    ...toDraft(prayer),
    version: prayer.updated_at,
    begun_with: toDraft(prayer).categoryIds,
    ...kept,
  }))
  const [newer, setNewer] = useState<WrittenPrayer | null>(null)
  return (
    <PrayerForm
      multiple={false}
      name={place}
      heading={t('edit_title')}
      close={`/prayers/${id}`}
      initial={initial}
      isKept={Object.keys(kept).length > 0}
      submitLabel={t('save')}
      failedTitle={t('not_saved')}
      send={async (body, idempotency_key, leave) => {
        const group_id = body.visibility === 'group' ? (body.group_ids[0] ?? null) : null
        const { data, error } = await call(
          'prayers.edit',
          { id, ...changesOf(body), group_id, updated_at: body.version },
          { idempotency_key },
        )
        if (error?.code === 'prayers.changed') {
          setNewer(await client.fetchQuery({ ...prayerQuery(id), staleTime: 0 }).catch(() => null))
        }
        if (error) return error
        // An answer from before the change, still on its way, does not replace it.
        await client.cancelQueries({ queryKey: prayerQuery(id).queryKey })
        updateCachedPrayer(client, id, (known) => ({ ...known, ...data }))
        updateOwnListed(client, id, (known) => ({ ...known, ...data }))
        void invalidate(client, 'prayer_pages')
        toast(t('saved'))
        leave(`/prayers/${id}`)
        return null
      }}
    >
      {(forget, change) =>
        newer && (
          <NewerVersion
            onTake={() => {
              const theirs = toDraft(newer)
              change({ ...theirs, version: newer.updated_at, begun_with: theirs.categoryIds })
              setNewer(null)
              forget()
            }}
            onKeep={() => {
              change({ version: newer.updated_at })
              setNewer(null)
              forget()
            }}
          >
            <NewerWords language={newer.language}>
              {newer.title !== null && <p className="strong">{newer.title}</p>}
              <p>{newer.content}</p>
            </NewerWords>
          </NewerVersion>
        )
      }
    </PrayerForm>
  )
}

const queries: RouteQueries = ({ params: { id = '' }, reader_id }) => (reader_id === null ? [] : [prayerQuery(id)])
export const loader = preload(queries)
export const clientLoader = preloadInBrowser(queries)

function EditPrayer({ id }: { id: string }) {
  const t = useTranslations('write')
  const page = useTranslations('page')
  const { status } = useAuth()
  useRequireSignIn()
  const query = useQuery({ ...prayerQuery(id), enabled: status === 'signed_in' })
  const { data: prayer, error } = query
  const { kept, place, key } = useKeptDraft<Draft>(draftName(id))
  const isClosed = prayer !== undefined && !prayer.may.edit
  const isGone = useGone(isMissing(error) || isClosed, prayer !== undefined)
  if (isGone) return <PageError error={error ?? { status: 404, code: 'prayers.not_found' }} />
  return (
    <>
      <Title>{t('edit_title')}</Title>
      <meta name="robots" content="noindex" />
      {status === 'signed_in' && prayer ? (
        <Edit key={key} prayer={prayer} kept={kept} place={place} />
      ) : (
        <>
          <h1 className="vh">{t('edit_title')}</h1>
          {status === 'signed_in' && <Loading label={page('loading')} failed={page('failed')} query={query} />}
        </>
      )}
    </>
  )
}

export default function EditPrayerRoute({ loaderData, params: { id } }: Route.ComponentProps) {
  useHydratedState(loaderData)
  return (
    <FormMessages area="care">
      <EditPrayer key={id} id={id} />
    </FormMessages>
  )
}
