import '../../styles/acts.css'
import '../../styles/review.css'
import { useLocale } from 'use-intl'
import type { ReactNode } from 'react'
import { FormMessages } from '../../layout/FormMessages.tsx'
import type { Who } from '../../layout/AdminShell.tsx'
import { loadMessages } from '../../messages.ts'
import type { Area } from '../../catalogues.ts'
import { AdminOnly } from '../sessions/AdminOnly.tsx'

const areas = ['admin_requests', 'decisions', 'care', 'acts', 'lists'] as const satisfies Area[]

/** A page of those who look after requests, with the words that such pages share. */
export function StaffPage({ who, children }: { who: Who; children: ReactNode }) {
  const language = useLocale()
  // All are asked for before the first is waited for.
  for (const area of areas) void loadMessages(language, area).catch(() => {})
  const worded = areas.reduce<ReactNode>((inner, area) => <FormMessages area={area}>{inner}</FormMessages>, children)
  return <AdminOnly who={who}>{worded}</AdminOnly>
}
