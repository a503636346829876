import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { call } from '../api.ts'
import { withMessages } from '../layout/FormMessages.tsx'
import { invalidate } from '../invalidate.ts'
import { Title } from '../site.tsx'
import { readUserId } from '../token.ts'
import { toast } from '../ui/Toast.tsx'
import { useKeptDraft } from '../useDraftPlace.ts'
import { useIsHydrated } from '../ui/useIsHydrated.ts'
import { SignInGate } from '../features/identity/sessions/SignInGate.tsx'
import {
  emptyDraft,
  keepAudience,
  presetAudience,
  toInput,
  type Draft,
} from '../features/community/prayers/composer/draft.ts'
import { PrayerForm } from '../features/community/prayers/composer/PrayerForm.tsx'
import { heldPath, isHeldForDanger } from '../features/community/prayers/held.ts'
import { prayerQuery } from '../features/community/prayers/queries.ts'

const DRAFT = 'new-prayer'

interface Props {
  kept: Partial<Draft>
  place: string
  audience: Draft['visibility']
}

function Write({ kept, place, audience }: Props) {
  const t = useTranslations()
  const client = useQueryClient()
  const [search] = useSearchParams()
  const group = search.get('group')
  const [initial] = useState((): Draft => {
    const draft = { ...emptyDraft, visibility: audience, ...kept }
    return group === null ? draft : { ...draft, visibility: 'group', group_ids: [group] }
  })
  return (
    <PrayerForm
      name={place}
      heading={t('compose.ask')}
      close={group === null ? '/' : `/groups/${encodeURIComponent(group)}`}
      initial={initial}
      isKept={Object.keys(kept).length > 0}
      failedTitle={t('write.not_shared')}
      send={async (written, idempotency_key, leave) => {
        const { group_ids } = written
        const body = { ...toInput(written), ...(written.visibility === 'group' && { group_ids }) }
        const writer = readUserId()
        const { data, error } = await call('prayers.create', body, { idempotency_key })
        if (error) return error
        // A person who has signed out before the answer leaves nothing of it to the next one.
        if (writer !== null && readUserId() !== writer) return null
        keepAudience(written.visibility)
        client.setQueryData(prayerQuery(data.id).queryKey, { ...data, updates: [] })
        void invalidate(client, 'prayer_pages')
        if (data.publication === 'published') toast(t('write.shared'))
        leave(isHeldForDanger(data) ? heldPath(data.id) : `/prayers/${data.id}`, { just_shared: true })
        return null
      }}
    />
  )
}

function NewPrayer() {
  const t = useTranslations('write')
  const { kept, place, key } = useKeptDraft<Draft>(DRAFT)
  // The first render equals the server's.
  const isHydrated = useIsHydrated()
  const audience = useMemo(() => (isHydrated ? presetAudience() : emptyDraft.visibility), [isHydrated])
  return (
    <SignInGate title={t('title')} hasOwnHead sign_in={t('sign_in')}>
      <Title>{t('title')}</Title>
      <Write key={`${key} ${audience}`} kept={kept} place={place} audience={audience} />
    </SignInGate>
  )
}

export default withMessages(NewPrayer, 'care')
