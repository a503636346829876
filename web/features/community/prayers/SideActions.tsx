import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useSignInRedirect, useFollow } from './useReactions.ts'
import { Card } from '../../../ui/Card.tsx'
import { Button } from '../../../ui/Button.tsx'
import prayerStyles from './Prayer.module.css'

const ShareDialog = lazyPart(() => import('./ShareDialog.tsx'))
const RemindDialog = lazyPart(() => import('../prayer-lists/RemindDialog.tsx'), Nothing, ['forms', 'lists'])
const ReportDialog = lazyPart(() => import('./ReportDialog.tsx'))

/** Offers following and sharing beside a request. */
export function SideActions({ prayer }: { prayer: Prayer }) {
  const t = useTranslations()
  const follow = useFollow(prayer)
  const ask = useSignInRedirect(prayer.id)
  const [open, setOpen] = useState<'share' | 'remind' | null>(null)
  const close = () => setOpen(null)
  const { is_following, is_mine } = prayer
  return (
    <Card as="section" tight className="stack needs-js">
      {!is_mine && (
        <Button block aria-pressed={is_following} onClick={() => void follow()}>
          <Icon name={is_following ? 'bellon' : 'bell'} />
          {is_following ? t('act.following') : t('act.follow')}
        </Button>
      )}
      <div className={prayerStyles.sidePair}>
        <Button onClick={() => setOpen('share')}>
          <Icon name="share" />
          {t('share.menu')}
        </Button>
        {!is_mine && (
          <Button
            onClick={() => {
              if (!ask()) setOpen('remind')
            }}
          >
            <Icon name="clock" />
            {t('act.remind')}
          </Button>
        )}
      </div>
      {open === 'share' && <ShareDialog prayer={prayer} onClose={close} />}
      {open === 'remind' && <RemindDialog about={{ prayer_request_id: prayer.id }} onClose={close} />}
    </Card>
  )
}

/** Opens the report dialog. A visitor signs in first. */
export function ReportLink({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('report')
  const ask = useSignInRedirect(prayer.id)
  const [open, setOpen] = useState(false)
  if (prayer.is_mine) return null
  return (
    <div className={`${prayerStyles.reportLink} needs-js`}>
      <Button
        variant="text"
        onClick={() => {
          if (!ask()) setOpen(true)
        }}
      >
        <Icon name="flag" />
        {t('title')}
      </Button>
      {open && <ReportDialog prayer={prayer} onClose={() => setOpen(false)} />}
    </div>
  )
}
