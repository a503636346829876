import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { PrayerListItem } from '../../../contract/prayer-lists.ts'
import type { Prayer } from '../../../contract/prayers.ts'
import { lazyPart } from '../../layout/lazyPart.tsx'
import { Time } from '../../time.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx'
import { PlateRow } from '../../ui/Plate.tsx'
import { answerOf, isAnswered } from '../../features/community/prayers/answers.ts'
import { excerpt } from '../../../contract/excerpt.ts'
import { useAuthorName } from '../../features/community/prayers/PrayerMeta.tsx'
import { MoveItems } from './MoveItems.tsx'
import styles from './OpenList.module.css'

const RemindDialog = lazyPart(() => import('../../features/community/prayer-lists/RemindDialog.tsx'))

const TEXT_LENGTH = 240
const NAME_LENGTH = 40

/** True for what the reader wrote into a list for themselves: a request that only they can read. */
const isOwnWords = ({ is_mine, visibility }: Prayer): boolean => is_mine && visibility === 'private'

/** Says whose words they are, and from when. */
function Source({ prayer }: { prayer: Prayer }) {
  const t = useTranslations()
  const name = useAuthorName()(prayer)
  const { is_mine, latest_update, answered_at } = prayer
  const own = isOwnWords(prayer) ? t('lists.own_words') : is_mine && t('lists.own_request')
  if (isAnswered(prayer) && answered_at !== null) {
    const when = <Time iso={answered_at} />
    return (
      <p className={`small muted ${styles.source}`}>
        <Icon name="sunrise" className="icon--sm" />
        <span>
          <bdi>{own || name}</bdi> · {t.rich('prayer.answered_at', { time: () => when })}
        </span>
      </p>
    )
  }
  return (
    <p className="small muted">
      {own || (latest_update ? t('prayer.update_from', { name }) : <bdi>{name}</bdi>)}
      {latest_update && (
        <>
          {' · '}
          <Time iso={latest_update.created_at} />
        </>
      )}
    </p>
  )
}

interface Props {
  item: PrayerListItem
  index: number
  count: number
  onMove: (to: number, message: string) => void
  onRemove: () => void
  onKeep: () => void
}

/** A request in a list, with what its author said last. */
export function ListEntry({ item, index, count, onMove, onRemove, onKeep, ...drag }: Props & Record<string, unknown>) {
  const t = useTranslations('lists')
  const remind = useTranslations('remind')
  const nameOf = useAuthorName()
  const [isReminding, setReminding] = useState(false)
  const { prayer } = item
  const said = prayer && (answerOf(prayer) ?? prayer.latest_update ?? prayer)
  const name = prayer ? excerpt(prayer.title ?? prayer.content, NAME_LENGTH) : t('gone')
  const asksToKeep = prayer && isAnswered(prayer) && prayer.answered_at !== null && prayer.answered_at > item.created_at
  return (
    <PlateRow id={item.prayer_request_id} tabIndex={-1} className={styles.entry} {...drag}>
      {prayer && isOwnWords(prayer) ? (
        <span className="disc" aria-hidden="true">
          <Icon name="pencil" className="icon--sm" />
        </span>
      ) : (
        <Avatar name={prayer && !prayer.is_anonymous ? nameOf(prayer) : null} />
      )}
      <div>
        {prayer && said ? (
          <>
            <Link
              className={`serif clamped plain ${styles.words}`}
              to={`/prayers/${prayer.id}`}
              dir="auto"
              lang={said.language ?? undefined}
              suppressHydrationWarning
            >
              {excerpt(said === prayer ? (prayer.title ?? prayer.content) : said.content, TEXT_LENGTH)}
            </Link>
            <Source prayer={prayer} />
          </>
        ) : (
          <p className="muted">{t('gone')}</p>
        )}
        {asksToKeep && (
          <fieldset className={styles.keep}>
            <legend className="small strong">{t('keep_question')}</legend>
            <Button size="small" onClick={onKeep}>
              {t('keep')}
            </Button>
            <Button size="small" onClick={onRemove}>
              {t('let_go')}
            </Button>
          </fieldset>
        )}
      </div>
      <Menu label={t('more', { name })}>
        {prayer && (
          <MenuLink to={`/prayers/${prayer.id}`} icon="right">
            {t('open')}
          </MenuLink>
        )}
        {prayer?.may.edit === true && (
          <MenuLink to={`/prayers/${prayer.id}/edit`} icon="pencil">
            {t('edit')}
          </MenuLink>
        )}
        {prayer && (
          <MenuItem icon="clock" onClick={() => setReminding(true)}>
            {remind('title')}
          </MenuItem>
        )}
        <MoveItems index={index} count={count} onMove={onMove} />
        <MenuItem icon="x" onClick={onRemove}>
          {t('remove')}
        </MenuItem>
      </Menu>
      {isReminding && (
        <RemindDialog about={{ prayer_request_id: item.prayer_request_id }} onClose={() => setReminding(false)} />
      )}
    </PlateRow>
  )
}
