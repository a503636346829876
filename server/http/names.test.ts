import { expect, it } from 'vitest'
import type { EndpointName } from '../../contract/endpoints.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const app = sharedTestApp()

const DISGUISED = '\u202eAnn\u200ba\u2069 \u{e0041}\u00ad1'
const PERSIAN = 'می\u200cخواهم \u{1f468}\u200d\u{1f469}\u200d\u{1f467}'

const cases: [EndpointName, (name: string) => Record<string, unknown>, string][] = [
  ['accounts.edit_own', (display_name) => ({ display_name }), 'display_name'],
  ['groups.create', (name) => ({ name }), 'name'],
  ['categories.create', (name) => ({ name }), 'name'],
  ['prayers.create', (title) => ({ title, content: 'Please pray for rain.' }), 'title'],
  ['prayer_lists.create', (name) => ({ name }), 'name'],
  ['content.create', (title) => ({ title, content: 'Text', content_type: 'guide', slug: 'a-guide' }), 'title'],
]

it.each(cases)(
  '%s stores no character that disguises a name, and keeps what languages need',
  async (call, input, member) => {
    const as = await app.signIn('peter')
    const stored = async (name: string) => {
      const answer = await app.ask(
        call,
        { ...input(name), ...(call === 'content.create' && { slug: `a-${name.length}` }) },
        { as },
      )
      expect(answer.status, answer.text).toBe(200)
      return (JSON.parse(answer.text) as Record<string, unknown>)[member]
    }
    expect(await stored(DISGUISED)).toBe('Anna 1')
    expect(await stored(PERSIAN)).toBe(PERSIAN)
  },
)

it('a name made of nothing else is too short', async () => {
  const as = await app.signIn('hannah')
  const answer = await app.ask('accounts.edit_own', { display_name: '\u202e\u200b\u{e0041}' }, { as })
  expect(answer.problem.errors?.[0]).toMatchObject({ path: 'display_name', code: 'too_short' })
})
