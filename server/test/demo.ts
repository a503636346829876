import type { Language } from '../../contract/fields.ts'
import { hashPassword } from '../passwords/passwords.ts'
import type { Context } from '../context.ts'
import type { App } from '../app.ts'
import { handlers } from '../features.ts'
import { setPrayerPublication } from '../features/community/prayers/prayers.commands.ts'
import { RateLimits } from '../http/limits/rate-limit.ts'
import { makeGroup, makeUser } from './make.ts'
import { demoGroups } from './demo-groups.ts'
import { demoAnnouncements } from './demo-announcements.ts'
import { type DemoPrayer, demoPrayers } from './demo-prayers.ts'
import { type PersonName, people } from './people.ts'

const MEMBERSHIP_AGE_MS = 90 * 24 * 3_600_000
const PASSWORD = 'kyrie-eleison-demo'

/** Printed when the demo is ready. */
export const demoGreeting = `This community is made up, and it disappears when the server stops. Sign in as ${people.hannah.email} (member), ${people.ruth.email} (moderator) or ${people.peter.email} (admin). Everyone’s password is ${PASSWORD}`

/**
 * Fills an empty site with the named people, their requests, answers and prayers, through the same handlers that serve
 * people.
 */
export async function fillDemo(ctx: Context, { worker, live }: Pick<App, 'worker' | 'live'>): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  const names = Object.keys(people) as PersonName[]
  const ids = new Map<PersonName, string>()
  // They joined a while ago, so that urgent requests need not wait for a moderator.
  const since = new Date(ctx.clock().getTime() - MEMBERSHIP_AGE_MS)
  for (const name of names) ids.set(name, await makeUser({ ...ctx, clock: () => since }, people[name], hash))
  await ctx.db.updateTable('users').set({ email_verified_at: since.toISOString() }).execute()
  const viewer = (name: PersonName) => ({
    id: ids.get(name) ?? '',
    role: people[name].role,
    session_id: '',
    confirmed_at: '',
  })
  const limits = new RateLimits({ scale: 1000 })
  const call = { limits, live, once: ctx.transaction.bind(ctx), exchange: undefined }
  const real = ctx.clock()

  async function share({ author, hours_ago, prayed_by, update, waits, reported, ...input }: DemoPrayer): Promise<void> {
    const posted_at = new Date(real.getTime() - hours_ago * 3_600_000)
    await ctx.transaction(async (transaction) => {
      const then: Context = { ...transaction, clock: () => posted_at }
      const { id, publication } = await handlers['prayers.create']({
        ctx: then,
        ...call,
        viewer: viewer(author),
        input,
      })
      // Requests with signs of danger wait until a member of the care team has reviewed them.
      if (publication === 'held' && waits !== true) await setPrayerPublication(then, id, 'published', null)
      for (const name of prayed_by) {
        await handlers['prayers.pray']({
          ctx: then,
          ...call,
          viewer: viewer(name),
          input: { id },
        })
      }
      if (reported) {
        const { by, ...report } = reported
        await handlers['reports.create']({
          ctx: transaction,
          ...call,
          viewer: viewer(by),
          input: { id, ...report },
        })
      }
      if (update) {
        const { hours_ago: _, ...words } = update
        const updated_at = new Date(real.getTime() - update.hours_ago * 3_600_000)
        await handlers['updates.create']({
          ctx: { ...transaction, clock: () => updated_at },
          ...call,
          viewer: viewer(author),
          input: { id, ...words },
        })
      }
    })
  }

  for (const { name, description, joining, members, requests } of demoGroups) {
    const group_id = await makeGroup(
      { ...ctx, clock: () => since },
      members.map((member) => ids.get(member) ?? ''),
      name,
    )
    await ctx.db.updateTable('groups').set({ description, joining }).where('id', '=', group_id).execute()
    const [, second] = members
    await ctx.db
      .updateTable('memberships')
      .set({ role: 'leader' })
      .where('group_id', '=', group_id)
      .where('user_id', '=', ids.get(second ?? 'ruth') ?? '')
      .execute()
    for (const request of requests) await share({ ...request, visibility: 'group', group_id })
  }
  for (const prayer of demoPrayers) await share(prayer)
  for (const { slug, notification_type, texts } of demoAnnouncements) {
    const items = (Object.entries(texts) as [Language, [string, string]][]).map(([language, [title, content]]) => ({
      title,
      slug,
      content,
      language,
      content_type: 'notification' as const,
      status: 'published' as const,
      metadata: { notification_type },
    }))
    await ctx.transaction((transaction) =>
      handlers['content.create_many']({
        ctx: transaction,
        ...call,
        viewer: viewer('peter'),
        input: { items },
      }),
    )
  }
  await worker.runDue()
}
