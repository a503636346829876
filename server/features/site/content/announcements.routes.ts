import { v7 as uuidv7 } from 'uuid'
import { recordAudit } from '../../../audit/audit.ts'
import { type Context, now } from '../../../context.ts'
import { isUnchanged, pickChanges } from '../../../http/changes.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readSetting } from '../../../settings/settings.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { shownSince, toActiveNotification } from '../../community/notifications/notifications.rules.ts'
import {
  changedTime,
  chooseTexts,
  groupTexts,
  lastChange,
  sortAnnouncements,
  sortTexts,
  toAnnouncement,
} from './announcements.rules.ts'
import { deleteContent, insertContent, updateContent } from './content.commands.ts'
import { listAnnouncementTexts, listPublished, nextNotificationChange } from './content.queries.ts'
import { endsTooSoon, mergeMetadata } from './content.rules.ts'

/** Maximum number of announcements in the banner: nobody reads more. */
const MAX_ACTIVE = 20

const readPlace = async (ctx: Context) => ({
  first_language: await readSetting(ctx, 'default_language'),
  zone: await readSetting(ctx, 'time_zone'),
  now: now(ctx),
})

/** The announcements of the banner, and those that administrators write. Each text of one is an entry of content. */
export const announcements = {
  'notifications.active': async ({ ctx, viewer, input }) => {
    const turn = viewer ? null : await nextNotificationChange(ctx)
    if (turn !== null) ctx.expirePagesAt(turn)
    const items = await listPublished(ctx, viewer, { type: 'notification', unread: true })
    const first_language = await readSetting(ctx, 'default_language')
    return chooseTexts(items, input.language ?? first_language, first_language)
      .toSorted((one, other) => shownSince(other).localeCompare(shownSince(one)))
      .slice(0, MAX_ACTIVE)
      .map(toActiveNotification)
  },

  'announcements.list': async ({ ctx }) => {
    const place = await readPlace(ctx)
    const items = groupTexts(await listAnnouncementTexts(ctx)).map((texts) => toAnnouncement(texts, place))
    return { items: sortAnnouncements(items), first_language: place.first_language, time_zone: place.zone }
  },

  'announcements.write': async ({ ctx, viewer, input }) => {
    const { id, changed_at, texts, published, notification_type, audience, shown_from, shown_until } = input
    await lockAdmins(ctx)
    const place = await readPlace(ctx)
    const before = id === undefined ? [] : await listAnnouncementTexts(ctx, id)
    const [first] = sortTexts(before, [place.first_language, 'en'])
    check(id === undefined || first !== undefined, 'content.not_found')
    check(changed_at === undefined || changed_at === lastChange(before), 'content.changed')
    const { time_zone: zone = place.zone } = input
    const change = {
      notification_type,
      audience,
      shown_from: changedTime(shown_from, first?.metadata.shown_from ?? null, zone),
      shown_until: changedTime(shown_until, first?.metadata.shown_until ?? null, zone),
    }
    check(!endsTooSoon(change), 'content.ends_too_soon')
    const status = published ? ('published' as const) : ('draft' as const)
    // One slug makes several languages one announcement.
    const slug = first?.slug ?? `announcement-${uuidv7()}`
    const ids: string[] = []
    for (const text of texts) {
      const row = before.find(({ language }) => language === text.language)
      if (!row) {
        const { user_id } = first?.metadata ?? {}
        const metadata = { ...first?.metadata, ...change, user_id }
        ids.push(await insertContent(ctx, viewer, { ...text, content_type: 'notification', slug, status, metadata }))
        continue
      }
      ids.push(row.id)
      const metadata = {
        ...mergeMetadata(row.metadata, change),
        shown_from: change.shown_from,
        shown_until: change.shown_until,
      }
      const changes = pickChanges(row, { ...text, slug, status, metadata })
      if (!isUnchanged(changes)) await updateContent(ctx, viewer, row, changes)
    }
    for (const row of before) if (!ids.includes(row.id)) await deleteContent(ctx, row)
    const after = await listAnnouncementTexts(ctx, ids[0])
    const written = toAnnouncement(after, place)
    if (lastChange(before) !== lastChange(after) || before.length !== after.length) {
      await recordAudit(ctx, viewer.id, {
        action: first ? 'content.edit' : 'content.create',
        target_type: 'content',
        target_id: written.id,
        detail: { slug, status },
      })
    }
    return written
  },
} satisfies Handlers<'announcements'> & Partial<Handlers<'notifications'>>
