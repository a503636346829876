import { beforeEach, expect, it } from 'vitest'
import { engine } from '../test/app.ts'
import { eachTestApp, newTestApp } from '../test/shared-app.ts'
import { newFolder } from '../test/folder.ts'
import { readSetting, writeSetting } from '../settings/settings.ts'

const app = eachTestApp()
beforeEach(async () => {
  expect(await days()).toBe(20)
})
const days = (ctx = app.ctx) => readSetting(ctx, 'prayers_per_hour')

it('a setting that was read before is read anew once a change of it is committed', async () => {
  await app.ctx.transaction(async (ctx) => {
    await writeSetting(ctx, null, 'prayers_per_hour', 50)
    expect(await days(ctx)).toBe(50)
  })
  expect(await days()).toBe(50)
})

it('a change that is undone was never in force, but for its own transaction', async () => {
  const undone = app.ctx.transaction(async (ctx) => {
    await writeSetting(ctx, null, 'prayers_per_hour', 50)
    expect(await days(ctx)).toBe(50)
    throw new Error('changed my mind')
  })
  await expect(undone).rejects.toThrow('changed my mind')
  expect(await days()).toBe(20)
})

it.runIf(engine === 'postgres')('a change that is not yet committed is not in force for others', async () => {
  await app.ctx.transaction(async (ctx) => {
    await writeSetting(ctx, null, 'prayers_per_hour', 50)
    await app.ctx.transaction((other) => days(other))
    expect(await days()).toBe(20)
  })
  expect(await days()).toBe(50)
})

it.runIf(engine === 'postgres')('a change in another process is in force here, too', async () => {
  const folder = newFolder()
  const { database_url: DATABASE_URL } = app.ctx.config
  const other = await newTestApp({ folder, environment: { DATABASE_URL } })
  expect(await days(other.ctx)).toBe(20)
  await app.writeSetting('prayers_per_hour', 50)
  await expect.poll(() => days(other.ctx)).toBe(50)
})
