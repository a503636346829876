import { beforeAll, expect, it } from 'vitest'
import { depth } from '../../../test/depth.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { setPeople } from '../../../test/make.ts'

const app = sharedTestApp()
const MOST = 5
let hannah: string
let one: string
let other: string
beforeAll(async () => {
  hannah = await app.signIn('hannah')
  for (const name of ['ruth', 'miriam'] as const) {
    await setPeople(app.ctx, { role: 'moderator' }, await app.person(name))
  }
  one = await app.signIn('ruth')
  other = await app.signIn('miriam')
})

it('two moderators hide different requests of the same categories at once, and undo it at once', async () => {
  const [first = '', second = ''] = (await app.ask('categories.list')).data.map(({ id }) => id).toSorted()
  const post = async (category: string) =>
    (await app.ask('prayers.create', { content: 'Please pray.', categoryIds: [category] }, { as: hannah })).data.id
  const countsOf = async () => {
    const { data } = await app.ask('categories.counts', {}, { as: hannah })
    return [first, second].map((id) => data.find((category) => category.id === id)?.count ?? 0)
  }
  /** Most are of one category, and the last is of another. */
  const share = async (category: string, last: string) => {
    const ids: string[] = []
    for (let made = 0; made < MOST; made += 1) ids.push(await post(category))
    return [...ids, await post(last)]
  }
  const hide = (as: string, ids: string[]) =>
    app.ask('moderations.act', { ids, act: 'hide', reason: 'A fraud.' }, { as })
  const undo = (as: string, ids: string[]) => app.ask('decisions.undo', { ids }, { as })
  const before = await countsOf()
  const [ofOne, ofOther] = [await share(second, first), await share(first, second)]
  const shown = before.map((count) => count + MOST + 1)
  expect(await countsOf()).toEqual(shown)
  for (let round = 0; round < depth.http_rounds / 3; round += 1) {
    const [hidden, alsoHidden] = await Promise.all([hide(one, ofOne), hide(other, ofOther)])
    expect([hidden.status, alsoHidden.status]).toEqual([200, 200])
    expect(await countsOf()).toEqual(before)
    const undone = await Promise.all([undo(one, hidden.data.decision_ids), undo(other, alsoHidden.data.decision_ids)])
    expect(undone.map(({ status }) => status)).toEqual([200, 200])
    expect(await countsOf()).toEqual(shown)
  }
})
