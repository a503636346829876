import type { ComponentType } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Title } from '../../site.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import segmentedStyles from '../../ui/Segmented.module.css'
import { useIsHydrated } from '../../ui/useIsHydrated.ts'

/** A queue, and how many wait in it where that is known. */
export interface Queue {
  name: 'danger' | 'reports' | 'waiting' | 'appeals' | 'on_call'
  Content: ComponentType
  count?: number | undefined
}

/** A place of the desk that consists of queues: the first is open until another is chosen by `?tab=`. */
export function QueueTabs({ title, queues }: { title: string; queues: [Queue, ...Queue[]] }) {
  const t = useTranslations('staff')
  const [search] = useSearchParams()
  // The frame of the desk may have read the counts before this part of the page, which came without them, is hydrated.
  const isHydrated = useIsHydrated()
  const open = queues.find(({ name }) => name === search.get('tab')) ?? queues[0]
  return (
    <>
      <Title>{title}</Title>
      <PageHead title={title} />
      <nav className={segmentedStyles.segmented} aria-label={t('places')}>
        {queues.map(({ name, count = 0 }) => (
          <Link
            key={name}
            to={`?tab=${name}`}
            aria-current={name === open.name ? 'page' : undefined}
            replace
            preventScrollReset
          >
            {t(name)}
            {isHydrated && count > 0 && (
              <Badge tone={name === 'danger' ? 'error' : undefined}>{t('number', { count })}</Badge>
            )}
          </Link>
        ))}
      </nav>
      <open.Content />
    </>
  )
}
