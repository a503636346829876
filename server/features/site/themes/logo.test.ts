import { beforeAll, describe, expect, it } from 'vitest'
import { newTestApp, sharedTestApp } from '../../../test/shared-app.ts'
import { takeNewMails } from '../../../test/mail.ts'
import { PNG_END, makePng, pngChunk, pngHeader, pngOf, pngRows } from '../../../test/png.ts'

const encode = (bytes: Buffer) => ({ png: bytes.toString('base64') })

describe('the logo', () => {
  const app = sharedTestApp()
  let admin: { as: string }

  beforeAll(async () => {
    admin = { as: await app.signIn('peter') }
  })

  const write = (bytes: Buffer) => app.ask('logo.write', encode(bytes), admin)
  const get = (path: string) => fetch(app.url + path)
  const icons = async () => {
    const { icons: listed } = (await (await get('/manifest.webmanifest')).json()) as { icons: { src: string }[] }
    return listed.map(({ src }) => src)
  }

  it('is served as it was drawn, without what tells of its author, for ever at its own address', async () => {
    const words = pngChunk('tEXt', Buffer.from('Author\0Ruth Berger'))
    const { data } = await write(pngOf(pngHeader(64, 64), words, pngRows(64), PNG_END))
    const answer = await get(data.logo ?? '')
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(makePng(64))
    expect(await icons()).toEqual([data.logo])
  })

  it('has another address when it is another one, and none when it is removed', async () => {
    const first = (await write(makePng(64))).data.logo ?? ''
    const second = (await write(makePng(64, 1))).data.logo ?? ''
    expect(second).not.toBe(first)
    expect([(await get(first)).status, (await get(second)).status]).toEqual([404, 200])
    expect((await app.ask('logo.remove', {}, admin)).data).toEqual({ logo: null })
    expect((await get(second)).status).toBe(404)
    expect(await icons()).toContain('/icon-512.png')
    const acts = app.ctx.db.selectFrom('audit_log').select(['action', 'detail']).where('target_id', '=', 'logo')
    expect((await acts.orderBy('id').execute()).slice(-2)).toEqual([
      { action: 'logo.write', detail: {} },
      { action: 'logo.remove', detail: {} },
    ])
  })

  it('stays as it is when something else is sent', async () => {
    const { data } = await write(makePng(32))
    const refused = await write(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))
    expect(refused.problem).toMatchObject({ status: 400, code: 'logo.unreadable' })
    expect((await app.ask('logo.write', { png: '!' }, admin)).status).toBe(400)
    expect((await get(data.logo ?? '')).status).toBe(200)
  })

  it('comes with mails, in them and from nowhere else, but not with those to somebody in discreet mode', async () => {
    const user_id = await app.person('peter')
    await write(makePng(48))
    const mailed = async () => {
      await app.ask('checks.run', { name: 'mail' }, admin)
      return (await takeNewMails(app.ctx.config.data_dir)).at(-1)
    }
    const shown = await mailed()
    expect(shown?.pictures).toEqual([{ id: expect.any(String), bytes: makePng(48) }])
    expect(shown?.html).toContain(`src="cid:${shown?.pictures[0]?.id}"`)
    expect(shown?.html).not.toMatch(/src="https?:/)
    await app.ctx.db
      .insertInto('preferences')
      .values({ user_id, notify: '{}', is_discreet: true })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ is_discreet: true }))
      .execute()
    const plain = await mailed()
    expect(plain?.pictures).toEqual([])
    expect(plain?.html).not.toContain('<img')
  })
})

it('is set thirty times an hour at most', async () => {
  const app = await newTestApp({ limit_scale: 1 })
  const as = await app.signIn('peter')
  const statuses = []
  for (let time = 0; time <= 30; time += 1) statuses.push((await app.ask('logo.write', { png: 'AAAA' }, { as })).status)
  expect(statuses.slice(-2)).toEqual([400, 429])
})
