import { beforeAll, describe, expect, it } from 'vitest'
import { initialFields, plainFieldNames, prayerLines } from '../../../../contract/prayers.values.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'

const content = 'Please pray for my father.'
const isLine = (name: string): name is keyof typeof prayerLines => Object.hasOwn(prayerLines, name)

describe('the plain fields of a request', () => {
  const app = sharedTestApp()
  let hannah: string
  let user: string
  beforeAll(async () => {
    hannah = await app.signIn('hannah')
    user = await app.person('hannah')
  })

  // As the author, who also reads a request that waits for a moderator.
  const read = async (id: string) => (await app.ask('prayers.one', { id }, { as: hannah })).data

  it.each(plainFieldNames)('%s is kept, changed and exported as the author gives it', async (name) => {
    const [first, second] = isLine(name) ? ['Lisboa', 'São Paulo'] : [!initialFields[name], initialFields[name]]
    const { data } = await app.ask('prayers.create', { content, [name]: first }, { as: hannah })
    expect(await read(data.id)).toMatchObject({ ...initialFields, [name]: first })
    await app.ask('prayers.edit', { id: data.id, [name]: second }, { as: hannah })
    expect(await read(data.id)).toMatchObject({ ...initialFields, [name]: second })
    const { data: kept } = await app.ask('exports.make', { id: user }, { as: hannah })
    if (name !== 'shows_pray_count')
      expect(kept.prayers.find((prayer) => prayer.id === data.id)).toMatchObject({ [name]: second })
  })

  it.each(Object.entries(prayerLines))('%s has at most %i characters, on one line', async (name, max) => {
    const send = async (value: string) => await app.ask('prayers.create', { content, [name]: value }, { as: hannah })
    expect((await send('ä'.repeat(max))).status).toBe(200)
    expect((await send('ä'.repeat(max + 1))).problem.errors).toMatchObject([{ path: name, code: 'too_long' }])
    expect((await send('one\ntwo')).data).toMatchObject({ [name]: 'one two' })
    expect((await send('')).data).toMatchObject({ [name]: null })
  })
})
