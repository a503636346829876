import { useLocale } from 'use-intl'
import type { ReactNode } from 'react'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { loadMessages } from '../../../messages.ts'
import type { Area } from '../../../catalogues.ts'

const areas = ['admin_requests', 'decisions', 'care', 'acts', 'lists'] as const satisfies Area[]

/** Provides the messages shared by the staff pages that handle requests. */
export function StaffMessages({ children }: { children: ReactNode }) {
  const language = useLocale()
  // Starts loading all areas in parallel before the first one suspends.
  for (const area of areas) void loadMessages(language, area).catch(() => {})
  return areas.reduce<ReactNode>((inner, area) => <FormMessages area={area}>{inner}</FormMessages>, children)
}
