import { useLocale } from 'use-intl'
import type { ReactNode } from 'react'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { loadMessages } from '../../../messages.ts'
import type { Area } from '../../../catalogues.ts'

const areas = ['admin_requests', 'decisions', 'care', 'acts', 'lists'] as const satisfies Area[]

/** The words that the places of those who look after requests share. */
export function StaffMessages({ children }: { children: ReactNode }) {
  const language = useLocale()
  // All are asked for before the first is waited for.
  for (const area of areas) void loadMessages(language, area).catch(() => {})
  return areas.reduce<ReactNode>((inner, area) => <FormMessages area={area}>{inner}</FormMessages>, children)
}
