import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiResponse } from '../../../test/app.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { depth } from '../../../test/depth.ts'
import { makeUser } from '../../../test/make.ts'

const ROUNDS = depth.http_rounds / 3

describe('of two administrators at one moment', () => {
  const app = sharedTestApp()
  let one: string
  let other: string
  let grace: string
  beforeAll(async () => {
    one = await app.open(await makeUser(app.ctx, { role: 'admin' }))
    other = await app.open(await makeUser(app.ctx, { role: 'admin' }))
    grace = await app.signIn('grace')
  })

  const outcome = ({ status, problem }: { status: number; problem: { code: string } }) =>
    status === 200 ? 'done' : problem.code
  const outcomes = async (...answers: Promise<ApiResponse<'announcements.write' | 'content.manage_delete'>>[]) =>
    (await Promise.all(answers)).map(outcome).toSorted()
  const acts = async (id: string) =>
    (await app.ctx.db.selectFrom('audit_log').select('action').where('target_id', '=', id).execute())
      .map(({ action }) => action)
      .toSorted()

  const shared = {
    notification_type: 'info',
    audience: 'everybody',
    shown_from: null,
    shown_until: null,
    published: true,
  }
  const inEnglish = { language: 'en', title: 'Harvest', content: 'On Sunday' }
  const inGerman = { language: 'de', title: 'Ernte', content: 'Am Sonntag' }
  const announce = async (...texts: (typeof inEnglish)[]) =>
    (await app.ask('announcements.write', { ...shared, texts }, { as: one })).data
  const rewrite = (
    as: string,
    { id, changed_at }: { id: string; changed_at: string },
    ...texts: (typeof inEnglish)[]
  ) => app.ask('announcements.write', { ...shared, id, changed_at, texts }, { as })

  it('one writes an announcement, and the other is told, whichever language each changes', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const written = await announce(inEnglish, inGerman)
      const answers = await outcomes(
        rewrite(one, written, { ...inEnglish, title: 'Bread' }, inGerman),
        rewrite(other, written, inEnglish, { ...inGerman, title: 'Brot' }),
      )
      expect(answers).toEqual(['content.changed', 'done'])
      const alone = await announce(inEnglish)
      const added = await outcomes(
        rewrite(one, alone, inEnglish, inGerman),
        rewrite(other, alone, inEnglish, { ...inGerman, title: 'Brot' }),
      )
      expect(added).toEqual(['content.changed', 'done'])
      expect(await acts(alone.id)).toEqual(['content.create', 'content.edit'])
    }
  })

  it('one deletes an entry, and who changes, deletes, or reads it then finds none', async () => {
    const remove = (as: string, id: string) => app.ask('content.manage_delete', { id }, { as })
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await announce(inEnglish)
      expect(await outcomes(remove(one, id), remove(other, id))).toEqual(['content.not_found', 'done'])
      expect(await acts(id)).toEqual(['content.create', 'content.delete'])
      const written = await announce(inEnglish)
      const [change, read, gone] = await Promise.all([
        rewrite(one, written, { ...inEnglish, title: 'Bread' }),
        app.ask('content.update', { id: written.id, metadata: { is_read: true } }, { as: grace }),
        remove(other, written.id),
      ])
      expect(gone.status).toBe(200)
      for (const answer of [change, read]) expect(['done', 'content.not_found']).toContain(outcome(answer))
    }
  })

  it('one writes two announcements on two devices, each with a key, and both are stored', async () => {
    const write = () =>
      app.ask(
        'announcements.write',
        { ...shared, texts: [inEnglish] },
        { as: one, headers: { 'idempotency-key': randomUUID() } },
      )
    for (let round = 0; round < ROUNDS; round += 1) expect(await outcomes(write(), write())).toEqual(['done', 'done'])
  })

  it('one fills in an imprint without pages, and the other is told', async () => {
    const blank = { address: '', reach: '', answers: '', register: '', changed_at: null }
    for (let round = 0; round < ROUNDS; round += 1) {
      await app.ctx.db.deleteFrom('content').where('slug', '=', 'imprint').execute()
      const write = (as: string, who: string) => app.ask('imprint.write', { ...blank, who }, { as })
      expect((await Promise.all([write(one, 'Anna'), write(other, 'Ben')])).map(outcome).toSorted()).toEqual([
        'content.changed',
        'done',
      ])
    }
  })
})
