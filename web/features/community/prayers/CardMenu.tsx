import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Prayer } from '../../../../contract/prayers.ts'
import { isModerator } from '../../../../contract/roles.ts'
import { call } from '../../../api.ts'
import { allOwnGroupsQuery } from '../../../layout/allOwnGroups.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'
import { eraseDraftsOf } from '../../../drafts.ts'
import { invalidate } from '../../../invalidate.ts'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { useAuth } from '../../identity/sessions/auth.tsx'
import { ReactionMenu } from './reactions/ReactionBar.tsx'
import { useFollow } from './useReactions.ts'
import { removeCachedPrayer } from './cache.ts'
import { removeNewRequest } from './newRequests.ts'
import { useReadAloud } from '../../language/speech/useReadAloud.ts'
import { useMayTranslate } from '../../language/speech/TextTools.tsx'
import { Menu, MenuItem, MenuLink } from '../../../ui/Menu.tsx'
import prayerStyles from './Prayer.module.css'

/** The dialogs that need nothing but the request. */
const dialogs = {
  list: lazyPart(() => import('../prayer-lists/ListDialog.tsx'), Nothing, ['forms', 'lists']),
  edits: lazyPart(() => import('./EditsDialog.tsx')),
  share: lazyPart(() => import('./ShareDialog.tsx')),
  report: lazyPart<{ prayer: Prayer; onClose: () => void }>(() => import('./ReportDialog.tsx')),
  categories: lazyPart(() => import('./CategoryDialog.tsx')),
  translation: lazyPart(() => import('../../language/translations/TranslationDialog.tsx')),
}
const RemindDialog = lazyPart(() => import('../prayer-lists/RemindDialog.tsx'), Nothing, ['forms', 'lists'])
const RemoveDialog = lazyPart(() => import('./RemoveDialog.tsx'))

type OpenDialog = keyof typeof dialogs | 'remind' | 'take_out' | 'remove' | null

/** True if the reader may remove a request from its group: its author, and the leaders of the group. */
function useMayRemoveFromGroup({ group_id, is_mine }: Prayer): boolean {
  const { data } = useQuery({ ...allOwnGroupsQuery, enabled: group_id !== null && !is_mine })
  return group_id !== null && (is_mine || data?.find(({ id }) => id === group_id)?.may.manage === true)
}

/** Returns what follows when a request was deleted, and when it was removed from its group: its page is left. */
function useFollowUps({ id, group_id, is_mine }: Prayer) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const isOnPage = pathname.startsWith('/prayers/')
  return {
    deleted: async () => {
      eraseDraftsOf(id)
      removeNewRequest(id)
      if (isOnPage) await navigate('/')
      client.removeQueries({ queryKey: ['prayers.one', { id }] })
      removeCachedPrayer(client, id)
      // Nobody waits for the lists: without a connection they come with the next one.
      void invalidate(client, 'prayer_pages')
    },
    takenOut: async () => {
      // First: the page of a request that its reader may no longer read would say so.
      if (isOnPage && !is_mine) await navigate(`/groups/${group_id}`)
      await invalidate(client, 'prayer_pages')
      await client.invalidateQueries({ queryKey: ['prayers.one', { id }] })
    },
  }
}

function ActionsMenu({ prayer }: { prayer: Prayer }) {
  const t = useTranslations()
  const [open, setOpen] = useState<OpenDialog>(null)
  const { deleted, takenOut } = useFollowUps(prayer)
  const mayRemoveFromGroup = useMayRemoveFromGroup(prayer)
  const mayTranslate = useMayTranslate(prayer, prayer.language)
  const voice = useReadAloud(prayer)
  const { user } = useAuth()
  const { id, may, is_mine, group_id } = prayer
  const close = () => setOpen(null)
  const Dialog = open === null || open === 'remind' || open === 'take_out' || open === 'remove' ? null : dialogs[open]
  const entry = (what: OpenDialog, icon: IconName, label: string) => (
    <MenuItem icon={icon} onClick={() => setOpen(what)}>
      {label}
    </MenuItem>
  )
  return (
    <div ref={keepFocus}>
      <Menu label={t('act.more')}>
        {may.edit && (
          <MenuLink to={`/prayers/${id}/edit`} icon="pencil">
            {t('remove.edit')}
          </MenuLink>
        )}
        {may.categorize && entry('categories', 'tag', t('feed.categories'))}
        {mayTranslate && entry('translation', 'translate', t('words.translate'))}
        {voice.exists && (
          <MenuItem icon={voice.reading ? 'pause' : 'play'} onClick={voice.reading ? voice.stop : voice.read}>
            {t(voice.reading ? 'words.stop_reading' : 'words.read')}
          </MenuItem>
        )}
        {entry('list', 'list', t('act.add_to_list'))}
        {entry('remind', 'clock', t('act.remind'))}
        {prayer.publication === 'published' && entry('share', 'share', t('share.menu'))}
        {!is_mine && entry('report', 'flag', t('report.title'))}
        {user && isModerator(user.role) && entry('edits', 'file', t('edits.title'))}
        {mayRemoveFromGroup && entry('take_out', 'lock', t('take_out.menu'))}
        {may.delete && entry('remove', 'trash', t('remove.delete'))}
      </Menu>
      {Dialog && <Dialog prayer={prayer} onClose={close} />}
      {open === 'remind' && <RemindDialog about={{ prayer_request_id: prayer.id }} onClose={close} />}
      {open === 'take_out' && group_id !== null && (
        <RemoveDialog
          act="take_out"
          title={t('take_out.title')}
          text={t(is_mine ? 'take_out.text_mine' : 'take_out.text')}
          done={t('take_out.done')}
          remove={() => call('prayers.delete_from_group', { id: group_id, prayerId: id })}
          // The dialog closes at once, however long the next page takes.
          onRemoved={() => void takenOut()}
          onClose={close}
        />
      )}
      {open === 'remove' && (
        <RemoveDialog
          title={t('remove.title')}
          text={t(is_mine ? 'remove.text' : 'remove.text_of_other')}
          requiresReason={!is_mine}
          done={t('remove.done')}
          // A removal by a moderator is told to the author, who can appeal.
          remove={(why) =>
            is_mine ? call('prayers.delete', { id }) : call('moderations.act', { ids: [id], act: 'delete', ...why })
          }
          onRemoved={deleted}
          onClose={close}
        />
      )}
    </div>
  )
}

/** Shows the secondary actions at the end of the card of another's request. */
function CardActions({ prayer }: { prayer: Prayer }) {
  const t = useTranslations('act')
  const follow = useFollow(prayer)
  const { is_following, is_mine } = prayer
  if (is_mine) return null
  return (
    <div className={prayerStyles.quiet}>
      <ReactionMenu prayer={prayer} />
      <IconButton aria-label={t('follow')} aria-pressed={is_following} onClick={() => void follow()}>
        <Icon name={is_following ? 'bellon' : 'bell'} />
      </IconButton>
    </div>
  )
}

/** Offers a member the other actions for a request: as a menu beside the name, or as links at the end of a card. */
export default function CardMenu({ prayer, quiet }: { prayer: Prayer; quiet?: boolean }) {
  return (
    <FormMessages area="acts">{quiet ? <CardActions prayer={prayer} /> : <ActionsMenu prayer={prayer} />}</FormMessages>
  )
}
