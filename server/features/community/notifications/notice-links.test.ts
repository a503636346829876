import { generateKeyPairSync, verify } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { notifyKinds } from '../../../../contract/notifications.values.ts'
import { now } from '../../../context.ts'
import { signPrayedLink, signStopLink } from '../../../mail/notice-links.ts'
import { sharedFolder } from '../../../test/folder.ts'
import type { ReceivedMail } from '../../../test/mail.ts'
import { confirmPeople, makeGroup, makePrayer, makeUpdate, prefer } from '../../../test/make.ts'
import { sharedSmtp, sharedTestApp } from '../../../test/shared-app.ts'
import { notify } from './notifications.commands.ts'

const MONTH = 31 * 24 * 3_600_000
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

describe('links in emails about notices', () => {
  let hannah: string
  let tomas: string
  const folder = sharedFolder()
  const smtp = sharedSmtp()
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const app = sharedTestApp(() => {
    const DKIM_KEY_FILE = path.join(folder, 'dkim.pem')
    writeFileSync(DKIM_KEY_FILE, privateKey.export({ type: 'pkcs8', format: 'pem' }))
    return {
      environment: { SMTP_URL: smtp.url, MAIL_FROM: 'prayer@example.org', DKIM_SELECTOR: 'oremus', DKIM_KEY_FILE },
    }
  })
  beforeAll(async () => {
    ;[hannah, tomas] = await Promise.all([app.person('hannah'), app.person('tomas')])
    await confirmPeople(app.ctx)
  })
  beforeEach(async () => {
    smtp.received.length = 0
    for (const table of ['notifications', 'sent_mails', 'preferences', 'prayed', 'jobs'] as const)
      await app.ctx.db.deleteFrom(table).execute()
  })

  /** Tomás is mailed at once about an update to Hannah’s request. */
  const mailTomas = async (prayer: Parameters<typeof makePrayer>[2] = {}) => {
    await prefer(app.ctx, tomas, { notices: JSON.stringify({ updates: 'at_once' }), quiet_from: null })
    const id = await makePrayer(app.ctx, hannah, { content: 'Please pray for my father.', ...prayer })
    const update_id = await makeUpdate(app.ctx, hannah, id)
    await app.ctx.transaction((ctx) => notify(ctx, [tomas], { kind: 'update', prayer_request_id: id, update_id }))
    await app.runJobs()
    expect(smtp.received).toHaveLength(1)
    const mail = smtp.received[0]?.mail as ReceivedMail
    return { id, mail }
  }
  const stopUrl = ({ headers }: ReceivedMail) =>
    (/<(.*)>/.exec(headers.get('list-unsubscribe') ?? '')?.[1] ?? '').replace(/^https?:\/\/[^/]+/, '')
  const prayedToken = ({ text }: ReceivedMail) => /i-prayed#([\w-]+)/.exec(text)?.[1] ?? ''
  const countOf = async (id: string) =>
    (await app.ctx.db.selectFrom('prayers').select('pray_count').where('id', '=', id).executeTakeFirstOrThrow())
      .pray_count
  const choices = async () =>
    (await app.ask('preferences.read', { id: tomas }, { as: await app.signIn('tomas') })).data.notices

  describe('that stop them', () => {
    it.each<Record<string, string>>([
      FORM,
      { 'content-type': 'multipart/form-data; boundary=x' },
      { 'content-type': 'text/plain' },
      {},
      // A program for mail may be a page or an extension.
      { ...FORM, origin: 'https://mail.example.com', 'sec-fetch-site': 'cross-site' },
      { origin: 'null' },
    ])('work with one POST of a provider, without signing in: %o', async (headers) => {
      const { mail } = await mailTomas()
      const body = 'content-type' in headers ? 'List-Unsubscribe=One-Click' : undefined
      const answer = await app.fetch(stopUrl(mail), { method: 'POST', headers, ...(body && { body }) })
      expect([answer.status, await answer.json()]).toEqual([200, { stopped: ['updates'] }])
      expect(await choices()).toMatchObject({ updates: 'off', prayed: 'at_once', groups: 'daily' })
    })

    it('stop nothing when they are opened, and lead to a page with a button', async () => {
      const { mail } = await mailTomas()
      const answer = await app.fetch(stopUrl(mail), { redirect: 'manual' })
      expect(answer.status).toBe(303)
      const token = stopUrl(mail).split('/').at(-1)
      expect(answer.headers.get('location')).toBe(`/stop-emails#${token}`)
      expect(mail.text).toContain(`/stop-emails#${token}`)
      expect((await choices()).updates).toBe('at_once')
    })

    it('also stop what waits', async () => {
      const { mail } = await mailTomas()
      const id = await makePrayer(app.ctx, hannah)
      await app.ctx.transaction((ctx) => notify(ctx, [tomas], { kind: 'update', prayer_request_id: id }))
      await app.fetch(stopUrl(mail), { method: 'POST', headers: FORM, body: 'List-Unsubscribe=One-Click' })
      await app.runJobs()
      expect(smtp.received).toHaveLength(1)
    })

    it('fit into an address, even for all kinds', () => {
      expect(signStopLink(app.ctx, tomas, [...notifyKinds]).length).toBeLessThan(200)
    })

    it('take a form, and calls of other sites, where no other endpoint does', async () => {
      for (const where of ['/api/mail/prayed', '/api/mail/summaries/yes', '/api/auth/signin']) {
        const answer = await app.fetch(where, { method: 'POST', headers: FORM, body: 'token=x' })
        expect(answer.status).toBe(415)
        const origin = 'https://mail.example.com'
        expect((await app.fetch(where, { method: 'POST', headers: { origin }, body: '{}' })).status).toBe(403)
      }
    })
  })

  describe('that say "I prayed"', () => {
    it('count once, without signing in, and tell the author as a press on the page does', async () => {
      const { id, mail } = await mailTomas()
      const token = prayedToken(mail)
      for (let turn = 0; turn < 3; turn += 1) {
        const { status, data } = await app.ask('notifications.pray_by_email', { token })
        expect([status, data]).toEqual([200, { has_prayed: true }])
      }
      expect(await countOf(id)).toBe(1)
      app.advance(16 * 60_000)
      await app.runJobs()
      const { data } = await app.ask('notifications.list', {}, { as: await app.signIn('hannah') })
      expect(data.items).toMatchObject([{ kind: 'prayed', people: 1 }])
    })

    it('are not for one’s own request', async () => {
      await app.ctx.db.insertInto('preferences').values({ user_id: hannah, notify: '{}', quiet_from: null }).execute()
      const own = await makePrayer(app.ctx, hannah)
      await app.ctx.transaction((ctx) =>
        notify(ctx, [hannah], { kind: 'prayed', prayer_request_id: own, payload: { people: 2 } }),
      )
      await app.runJobs()
      expect(smtp.received.map(({ mail }) => mail.subject)).toEqual(['2 people prayed for your request'])
      expect(smtp.received[0]?.mail.text).not.toContain('i-prayed')
    })

    it('die with the right to read the request, with the account, and after a month', async () => {
      const group_id = await makeGroup(app.ctx, [hannah, tomas])
      const { id, mail } = await mailTomas({ visibility: 'group', group_id })
      const token = prayedToken(mail)
      const answer = async () => {
        const { status, problem } = await app.ask('notifications.pray_by_email', { token })
        return status === 200 ? 'counted' : problem.code
      }
      const member = app.ctx.db.updateTable('memberships').where('user_id', '=', tomas)
      await member.set({ status: 'banned' }).execute()
      expect(await answer()).toBe('notifications.dead_link')
      await member.set({ status: 'active' }).execute()
      const account = app.ctx.db.updateTable('users').where('id', '=', tomas)
      await account.set({ status: 'suspended' }).execute()
      expect(await answer()).toBe('notifications.dead_link')
      await account.set({ status: 'active' }).execute()
      const prayer = app.ctx.db.updateTable('prayers').where('id', '=', id)
      await prayer.set({ publication: 'hidden' }).execute()
      expect(await answer()).toBe('notifications.dead_link')
      await prayer.set({ publication: 'published' }).execute()
      expect(await answer()).toBe('counted')
      app.advance(MONTH)
      expect(await answer()).toBe('notifications.dead_link')
      expect(await countOf(id)).toBe(1)
    })
  })

  it('are good for nothing else, and cannot be made by others', async () => {
    const { mail } = await mailTomas()
    const stop = stopUrl(mail).split('/').at(-1) ?? ''
    const prayed = prayedToken(mail)
    const refused = async (name: 'notifications.stop_emails' | 'notifications.pray_by_email', token: string) => {
      const { status, problem } = await app.ask(name, { token })
      expect([status, problem.code]).toEqual([404, 'notifications.dead_link'])
    }
    await refused('notifications.pray_by_email', stop)
    await refused('notifications.stop_emails', prayed)
    const cursor = app.ctx.secrets.encryptCursor(['stop', tomas, ['updates']])
    const altered = stop.slice(0, -2) + (stop.endsWith('A') ? 'BB' : 'AA')
    for (const token of [cursor, altered, 'nonsense', prayed.slice(1)]) {
      await refused('notifications.stop_emails', token)
      await refused('notifications.pray_by_email', token)
    }
    for (const token of [stop, prayed]) {
      const answer = await app.fetch('/api/notifications', { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(401)
      expect((await app.ask('passwords.reset', { token, newPassword: 'a quiet evening prayer' })).status).toBe(400)
    }
    const nobody = '00000000-0000-7000-8000-000000000000'
    await refused('notifications.stop_emails', signStopLink(app.ctx, nobody, ['updates']))
    const link = { user_id: nobody, prayer_request_id: nobody, sent_at: now(app.ctx) }
    await refused('notifications.pray_by_email', signPrayedLink(app.ctx, link))
    expect((await choices()).updates).toBe('at_once')
  })

  it('come in a mail that is signed for the site, with the headers that stop it', async () => {
    const { mail } = await mailTomas()
    const signature = mail.headers.get('dkim-signature') ?? ''
    const tags = Object.fromEntries(
      signature.split(';').map((tag): [string, string] => {
        const at = tag.indexOf('=')
        return [tag.slice(0, at).trim(), tag.slice(at + 1).replaceAll(/\s/g, '')]
      }),
    )
    expect(tags).toMatchObject({ d: 'example.org', s: 'oremus', a: 'rsa-sha256' })
    const signed = (tags['h'] ?? '').toLowerCase().split(':')
    expect(signed).toEqual(
      expect.arrayContaining(['from', 'to', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']),
    )
    const relaxed = (name: string, value: string) => `${name}:${value.replaceAll(/\s+/g, ' ').trim()}`
    const text = [
      ...signed.map((name) => relaxed(name, mail.headers.get(name) ?? '')),
      relaxed('dkim-signature', signature.replace(/b=[^;]*$/, 'b=')),
    ].join('\r\n')
    expect(verify('sha256', Buffer.from(text), publicKey, Buffer.from(tags['b'] ?? '', 'base64'))).toBe(true)
  })
})
