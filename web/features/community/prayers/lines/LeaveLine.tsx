import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../../contract/prayers.ts'
import { call } from '../../../../api.ts'
import { withMessages } from '../../../../layout/FormMessages.tsx'
import { lazyPart, Nothing } from '../../../../layout/lazyPart.tsx'
import { doneIfGone, useEndpointMutation } from '../../../../layout/useEndpointMutation.ts'
import { useNameOf } from '../../../../layout/useNameOf.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Icon } from '../../../../ui/Icon.tsx'
import { linesQuery } from './queries.ts'
import styles from './Lines.module.css'

const LineDialog = lazyPart(() => import('./LineDialog.tsx'), Nothing, ['forms', 'lines'])

function Content({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('line')
  const nameOf = useNameOf()
  const client = useQueryClient()
  const { id, author } = prayer
  const query = linesQuery(id)
  const { data } = useQuery(query)
  const { perform, failure } = useEndpointMutation()
  const [isOpen, setOpen] = useState(false)
  const [offersHelp, setOffersHelp] = useState(false)
  const own = data?.items[0]
  const offer = useRef<HTMLButtonElement>(null)
  const back = useRef<HTMLButtonElement>(null)
  const hasActed = useRef(false)

  async function takeBack(lineId: string) {
    const taken = () => doneIfGone(call('prayers.delete_line', { id, lineId }))
    const gone = await perform(taken, { announced: t('taken_back') })
    if (!gone) return
    hasActed.current = true
    client.setQueryData(query.queryKey, { items: [], next_cursor: null })
  }
  useEffect(() => {
    // The element that had the focus is gone once a line was left, or taken back.
    if (hasActed.current && !isOpen && document.activeElement === document.body) (own ? back : offer).current?.focus()
    hasActed.current ||= isOpen
  }, [isOpen, own])
  const left = author ? t('left', { name: nameOf(author.display_name) }) : t('left_nameless')
  return (
    <div className={styles.left}>
      {own ? (
        <>
          <span className="secondary small">{own.is_held ? t('held') : left}</span>
          <Button ref={back} variant="text" onClick={() => void takeBack(own.id)}>
            {t('take_back')}
          </Button>
        </>
      ) : (
        data &&
        prayer.takes_lines && (
          <Button ref={offer} variant="text" aria-haspopup="dialog" onClick={() => setOpen(true)}>
            <Icon name="pencil" />
            {t('leave')}
          </Button>
        )
      )}
      {failure !== null && <span className="small">{t('failed', { reason: failure })}</span>}
      {offersHelp && (
        <Link className="small" to="/help-now">
          {t('help')}
        </Link>
      )}
      {isOpen && <LineDialog prayer={prayer} onClose={() => setOpen(false)} onHelp={() => setOffersHelp(true)} />}
    </div>
  )
}

/** Offers who prayed to leave the author a line; afterwards says that it is there, and takes it back. */
export default withMessages(Content, 'lines')
