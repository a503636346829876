import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordAudit } from '../../../audit/audit.ts'
import { CONFIRMATION_TTL_MS } from '../../../http/session.ts'
import { type TestApp, startTestApp } from '../../../test/app.ts'
import { makePrayer, makeUser } from '../../../test/make.ts'

const HOUR = 3_600_000

describe('the audit log', () => {
  let app: TestApp
  let peter: string
  let ids: { peter: string; ruth: string; target: string }
  let before: string

  beforeAll(async () => {
    app = await startTestApp()
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
        app.advance(HOUR)
        before = app.ctx.clock().toISOString()
      }
    }
    peter = await app.signIn('peter')
  })
  afterAll(() => app.stop())

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
    const answer = await app.ask('audit.export', { action: 'accounts.suspend' }, { as: peter })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="audit-\d{4}-\d\d-\d\d\.csv"$/)
    const lines = answer.text.split('\r\n')
    expect(lines[0]).toBe('time,actor_id,actor,action,target_type,target_id,reason,detail')
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
    expect((await app.ask('audit.export', {})).status).toBe(401)
    expect((await app.ask('audit.export', {}, { as: await app.signIn('ruth') })).status).toBe(403)
    expect((await app.ask('audit.export', { since: 'yesterday' }, { as: peter })).status).toBe(400)
  })

  it('leaves only with the password of the last five minutes', async () => {
    const as = await app.signIn('peter')
    app.advance(CONFIRMATION_TTL_MS + 1000)
    const answer = await app.ask('audit.export', { action: 'accounts.suspend' }, { as })
    expect(answer.problem).toMatchObject({ status: 403, code: 'sessions.confirmation_needed' })
    peter = await app.signIn('peter')
    expect((await app.ask('audit.export', { action: 'accounts.suspend' }, { as: peter })).status).toBe(200)
  })

  it('hands no formula to a spreadsheet, and leaves more than one batch', async () => {
    await app.ctx.transaction(async (ctx) => {
      for (let index = 0; index < 501; index += 1) {
        const act = { action: 'many.lines', target_type: 'thing', target_id: `${index}`, reason: '=1+1' }
        await recordAudit(ctx, ids.peter, act)
      }
    })
    const { text } = await app.ask('audit.export', { action: 'many.lines' }, { as: peter })
    const lines = text.split('\r\n').slice(1, -1)
    expect(lines).toHaveLength(501)
    expect(new Set(lines.map((line) => line.split(',')[5])).size).toBe(501)
    expect(lines.every((line) => line.includes(",'=1+1,"))).toBe(true)
  })

  it('is for administrators', async () => {
    expect((await app.ask('audit.list')).status).toBe(401)
    for (const who of ['hannah', 'ines', 'ruth'] as const) {
      expect((await app.ask('audit.list', {}, { as: await app.signIn(who) })).status).toBe(403)
    }
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
