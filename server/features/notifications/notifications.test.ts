import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Metadata } from '../../../contract/content.ts'
import { type TestApp, startTestApp } from '../../test/app.ts'

describe('active notifications', () => {
  let app: TestApp
  let admin: string
  let hannah: string
  let tomas: string
  beforeAll(async () => {
    app = await startTestApp()
    ;[admin, hannah, tomas] = await Promise.all([app.signIn('peter'), app.signIn('hannah'), app.signIn('tomas')])
  })
  afterAll(() => app.stop())

  const notify = async (title: string, metadata: Metadata = {}, part: object = {}) => {
    const input = {
      title,
      content: `Words of ${title}`,
      content_type: 'notification',
      published: true,
      metadata,
      ...part,
    }
    const answer = await app.ask('content.create', input, { as: admin })
    expect(answer.status, answer.text).toBe(200)
    return answer.data.id
  }
  const active = async (as?: string) => (await app.ask('notifications.active', {}, { as })).data
  const titles = async (as?: string) => (await active(as)).map(({ title }) => title)

  it('are none on a new site', async () => {
    expect(await active()).toEqual([])
  })

  it('have what their author left open filled in', async () => {
    const id = await notify('Plain')
    expect(await active()).toEqual([
      {
        id,
        title: 'Plain',
        content: 'Words of Plain',
        type: 'announcement',
        dismissible: true,
        auto_hide: false,
        auto_hide_delay: 5000,
      },
    ])
    await app.ask('content.manage_delete', { id }, { as: admin })
  })

  it('say what their author chose', async () => {
    const chosen = { dismissible: false, auto_hide: true, auto_hide_delay: 9000 }
    const id = await notify('Chosen', { notification_type: 'warning', ...chosen })
    expect(await active(hannah)).toMatchObject([{ id, type: 'warning', ...chosen }])
    await app.ask('content.manage_delete', { id }, { as: admin })
    expect(await active(hannah)).toEqual([])
  })

  it('reach everybody, or the one person whom they are for, newest first', async () => {
    await notify('For all')
    app.advance(1000)
    await notify('For Hannah', { user_id: await app.person('hannah') })
    app.advance(1000)
    await notify('A draft', {}, { published: false })
    expect(await titles()).toEqual(['For all'])
    expect(await titles(tomas)).toEqual(['For all'])
    expect(await titles(admin)).toEqual(['For all'])
    expect(await titles(hannah)).toEqual(['For Hannah', 'For all'])
  })

  it('are gone for who has read them, and stay for the others', async () => {
    for (const { id } of await active(hannah)) {
      await app.ask('content.update', { id, metadata: { is_read: true } }, { as: hannah })
    }
    expect(await titles(hannah)).toEqual([])
    expect(await titles(tomas)).toEqual(['For all'])
    expect(await titles()).toEqual(['For all'])
  })

  it('hold no other kind of content, and at most twenty', async () => {
    expect(await titles()).not.toContain('Welcome')
    for (let index = 0; index < 25; index += 1) await notify(`Number ${index}`)
    expect(await titles()).toHaveLength(20)
  })
})
