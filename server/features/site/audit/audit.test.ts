import { beforeAll, describe, expect, it } from 'vitest'
import type { AuditAction } from '../../../../contract/audit.values.ts'
import { recordAudit, recordSecurityEvent } from '../../../audit/audit.ts'
import { writeSetting } from '../../../settings/settings.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { makePrayer, makeUser } from '../../../test/make.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/time.values.ts'

describe('the audit log', () => {
  const app = sharedTestApp()
  let peter: string
  let ids: { peter: string; ruth: string; target: string }
  let before: string

  beforeAll(async () => {
    ids = { peter: await app.person('peter'), ruth: await app.person('ruth'), target: await makeUser(app.ctx) }
    for (let index = 0; index < 12; index += 1) {
      await app.ctx.transaction((ctx) =>
        recordAudit(ctx, index % 2 === 0 ? ids.peter : ids.ruth, {
          action: index % 3 === 0 ? 'accounts.suspend' : 'accounts.set_role',
          target_type: 'user',
          target_id: index % 4 === 0 ? ids.target : `thing-${index}`,
          reason: `Reason ${index}`,
          detail: { index },
        }),
      )
      if (index === 5) {
        app.advance(HOUR_MS)
        before = app.ctx.clock().toISOString()
      }
    }
    peter = await app.signIn('peter')
  })

  const read = async (input: object = {}) => (await app.ask('audit.list', { ...input }, { as: peter })).data
  const numbers = ({ items }: Awaited<ReturnType<typeof read>>) => items.map(({ detail }) => detail.index)

  it('is read newest first, page by page, each entry once', async () => {
    const seen: unknown[] = []
    let cursor: string | undefined
    do {
      const page = await read({ pageSize: 5, ...(cursor !== undefined && { cursor }) })
      seen.push(...numbers(page))
      cursor = page.next_cursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0])
  })

  it('tells who, what, to whom, why and when', async () => {
    const [entry] = (await read({ pageSize: 1 })).items
    expect(entry).toMatchObject({
      actor_id: ids.ruth,
      actor: { id: ids.ruth, display_name: 'Ruth M.' },
      action: 'accounts.set_role',
      target_type: 'user',
      target_id: 'thing-11',
      reason: 'Reason 11',
    })
    expect(JSON.stringify(entry)).not.toContain('@')
  })

  it('is filtered by person, act, target and time', async () => {
    expect(numbers(await read({ actor: ids.peter }))).toEqual([10, 8, 6, 4, 2, 0])
    expect(numbers(await read({ action: 'accounts.suspend' }))).toEqual([9, 6, 3, 0])
    expect(numbers(await read({ target_type: 'user', target_id: ids.target }))).toEqual([8, 4, 0])
    expect(numbers(await read({ target_type: 'prayer' }))).toEqual([])
    expect(numbers(await read({ since: before }))).toEqual([11, 10, 9, 8, 7, 6])
    expect(numbers(await read({ until: before }))).toEqual([5, 4, 3, 2, 1, 0])
    expect(numbers(await read({ actor: ids.peter, action: 'accounts.suspend', since: before }))).toEqual([6])
  })

  it('leaves as CSV, page after page, with what was filtered, and writes that down', async () => {
    await app.ctx.transaction((ctx) => writeSetting(ctx, ids.peter, 'time_zone', 'Europe/Berlin'))
    const answer = await app.ask('audit.export', { action: 'accounts.suspend' }, { as: peter })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe('When (Europe/Berlin),Who,What happened,Why')
    expect(lines[1]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,/)
    expect(answer.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|accounts\.suspend|[{}]/)
    expect(lines.slice(1, -1).map((line) => /Reason \d+/.exec(line)?.[0])).toEqual([
      'Reason 9',
      'Reason 6',
      'Reason 3',
      'Reason 0',
    ])
    expect(lines.at(-1)).toBe('')
    const [entry] = (await read({ pageSize: 1 })).items
    expect(entry).toMatchObject({
      action: 'audits.export',
      actor_id: ids.peter,
      detail: { filter: { action: 'accounts.suspend' } },
    })
    expect((await app.ask('audit.export', { since: 'yesterday' }, { as: peter })).status).toBe(400)
  })

  it('names what an act was done to, where everybody or all members can read it', async () => {
    const [hannah, as] = [await app.person('hannah'), await app.signIn('peter')]
    const shown = await makePrayer(app.ctx, hannah, { title: 'After the flood' })
    const hidden = await makePrayer(app.ctx, hannah, { title: 'For us alone', visibility: 'team' })
    const record = (target_id: string, action: AuditAction, detail = {}) =>
      app.ctx.transaction((ctx) =>
        recordAudit(ctx, ids.peter, { action, target_type: 'prayer', target_id, reason: 'Why not', detail }),
      )
    const newest = async () => (await app.ask('audit.list', { pageSize: 1 }, { as })).data.items[0]
    await record(shown, 'moderations.publish')
    expect(await newest()).toMatchObject({
      subject: { kind: 'request', name: 'After the flood', path: `/prayers/${shown}` },
    })
    await record(hidden, 'moderations.publish')
    expect(await newest()).toMatchObject({ subject: { kind: 'request', name: null, path: null } })
    // Not even which request it is, or why.
    for (const [action, detail] of [
      ['holds.acknowledge', {}],
      ['holds.mark_seen', {}],
      ['holds.keep', { held_reason: 'crisis' }],
      ['reports.decide', { status: 'actioned', decision: 'referred_to_care' }],
      ['moderations.delete', { held_reason: 'crisis' }],
      ['appeals.decide', { outcome: 'upheld', held_reason: 'crisis' }],
      ['decisions.undo', { decision: 'referred_to_care' }],
    ] as const) {
      await record(shown, action, detail)
      expect(await newest()).toMatchObject({ action, subject: null, target_id: null, reason: null, detail: {} })
    }
    for (const guess of [{ target_id: shown }, { text: 'why not' }]) {
      const { items } = (await app.ask('audit.list', guess, { as })).data
      const found = items.map(({ action }) => action)
      for (const act of ['holds.keep', 'reports.decide', 'decisions.undo', 'moderations.delete', 'appeals.decide'])
        expect(found).not.toContain(act)
      expect(items.length).toBeGreaterThan(0)
    }
    const { text } = await app.ask('audit.export', { actor: ids.peter, language: 'de' }, { as })
    expect(text).toContain('Peter A. hat „After the flood“ veröffentlicht.')
    expect(text).toContain('Peter A. kümmert sich um jemanden, der vielleicht in Gefahr ist.')
    expect(text).not.toContain('For us alone')
  })

  it('is searched by kind, by names and by words of the reason', async () => {
    const as = await app.signIn('peter')
    const count = async (input: Record<string, unknown>) =>
      (await app.ask('audit.list', input, { as })).data.items.length
    const care = (await app.ask('audit.list', { kind: 'care' }, { as })).data.items
    expect(care.map(({ action }) => action)).toEqual(['holds.mark_seen', 'holds.acknowledge'])
    expect(await count({ kind: 'people' })).toBe(12)
    expect(await count({ kind: 'site' })).toBe(0)
    expect(await count({ text: 'reason 11' })).toBe(1)
    expect(await count({ text: '100%' })).toBe(0)
    expect(await count({ text: 'RUTH', kind: 'people' })).toBe(6)
    const reason = 'Ärger im Chor, trotz ÜBUNG'
    const act = { action: 'accounts.suspend' as const, target_type: 'user', target_id: ids.target, reason }
    await app.ctx.transaction((ctx) => recordAudit(ctx, ids.peter, act))
    for (const text of ['Ärger', 'ärger im chor', 'übung', 'CHOR', 'übung ärger'])
      expect(await count({ text }), text).toBe(1)
  })

  it('hands no formula to a spreadsheet, and leaves more than one batch', async () => {
    await app.ctx.transaction(async (ctx) => {
      for (let index = 0; index < 501; index += 1) {
        const act = {
          action: 'themes.set_orders' as const,
          target_type: 'thing',
          target_id: `${index}`,
          reason: '=1+1',
        }
        await recordAudit(ctx, ids.peter, act)
      }
    })
    const { text } = await app.ask('audit.export', { action: 'themes.set_orders' }, { as: peter })
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(501)
    expect(lines.every((line) => line.endsWith(",Peter A.,Peter A. put the themes in a new order.,'=1+1"))).toBe(true)
  })

  it.each([
    [{ actor: 'me' }],
    [{ action: "x' or 1=1" }],
    [{ since: 'yesterday' }],
    [{ cursor: 'made-up' }],
    [{ pageSize: '1000' }],
    [{ order: 'id' }],
  ])('refuses %o', async (input) => {
    expect((await app.ask('audit.list', input, { as: peter })).status).toBe(400)
  })

  it('refuses the cursor of another list', async () => {
    const author = await app.person('hannah')
    for (let index = 0; index < 2; index += 1) await makePrayer(app.ctx, author)
    const { data } = await app.ask('prayers.list', { pageSize: 1 })
    const answer = await app.ask('audit.list', { cursor: data.next_cursor }, { as: peter })
    expect(answer.status).toBe(400)
  })

  it('keeps the id of somebody who is gone, and nothing else of them', async () => {
    await app.ctx.db.deleteFrom('users').where('id', '=', ids.ruth).execute()
    const [entry] = (await read({ actor: ids.ruth, pageSize: 1 })).items
    expect(entry).toMatchObject({ actor_id: ids.ruth, actor: null })
  })
})

describe('what happened to the security of an account', () => {
  const app = sharedTestApp()

  it('is forgotten after 180 days, page after page; what staff did is not', async () => {
    const { db } = app.ctx
    const [peter, hannah] = [await app.person('peter'), await app.person('hannah')]
    await app.ctx.transaction(async (ctx) => {
      await recordAudit(ctx, peter, { action: 'audits.export', target_type: 'audit', target_id: 'log' })
      for (let index = 0; index < 501; index += 1) await recordSecurityEvent(ctx, hannah, 'data_exported', {})
    })
    app.advance(2 * DAY_MS)
    await app.ctx.transaction((ctx) => recordSecurityEvent(ctx, hannah, 'email_changed', {}))
    const kindsAfter = async (days: number) => {
      app.advance(days * DAY_MS)
      await app.ctx.addJob('security_events.forget', {})
      await app.runJobs()
      const rows = await db.selectFrom('security_events').select('kind').where('user_id', '=', hannah).execute()
      return rows.map(({ kind }) => kind)
    }
    expect(await kindsAfter(177)).toHaveLength(502)
    expect(await kindsAfter(2)).toEqual(['email_changed'])
    expect(await kindsAfter(2)).toEqual([])
    const acts = await db.selectFrom('audit_log').select('id').where('action', '=', 'audits.export').execute()
    expect(acts).toHaveLength(1)
  })
})
