import { useLayoutEffect } from 'react'
import { type Root, hydrateRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { storeToken } from '../../../../test.tsx'
import { TOKEN_KEY } from '../../../../token.ts'
import { useIsHydrated } from '../../../../ui/useIsHydrated.ts'
import { storeDraft } from '../../../../storedDraft.ts'
import { useKeptDraft } from '../../../../useDraftPlace.ts'
import { emptyDraft, keepAudience, presetAudience, type Draft } from './draft.ts'

const store = (content: string): boolean => storeDraft('test', { ...emptyDraft, content })
let root: Root | undefined

beforeEach(storeToken)
afterEach(() => {
  root?.unmount()
  document.body.replaceChildren()
})

/** A form that stores what was typed before the page was hydrated, as soon as it may. */
function Form() {
  const { kept, key } = useKeptDraft<Draft>('test')
  useLayoutEffect(() => void store('Typed early'), [])
  const words = useIsHydrated() ? `hydrated ${kept.content ?? 'empty'}` : ''
  return <p>{`${key} ${words}`}</p>
}

function hydrateForm(): void {
  const place = document.createElement('div')
  place.innerHTML = '<p>new </p>'
  document.body.append(place)
  root = hydrateRoot(place, <Form />)
}

it('leaves a form as it is when what was typed early is stored while the page is hydrated', async () => {
  hydrateForm()
  await expect.element(page.getByText('new hydrated empty')).toBeVisible()
})

it('makes a form anew for a draft that was stored before, with the words typed meanwhile', async () => {
  store('Written yesterday')
  hydrateForm()
  await expect.element(page.getByText('kept hydrated Typed early')).toBeVisible()
})

it('finds the draft of a tab that was closed once that of another is sent', async () => {
  storeDraft('2:test', { ...emptyDraft, content: 'Written in another tab' })
  hydrateForm()
  await expect.element(page.getByText(/^kept/)).toBeVisible()
})

it.each([
  [[], 'members'],
  [['team'], 'team'],
  [['group'], 'group'],
  [['group', 'public'], 'members'],
  [['team', 'private'], 'members'],
  [['team', 'members'], 'members'],
] as const)('begins with whom one chose last, and never with everyone: %o', (chosen, preset) => {
  for (const visibility of chosen) keepAudience(visibility)
  expect(presetAudience()).toBe(preset)
})

it('begins for another person on this device as for a new one', () => {
  keepAudience('team')
  const payload = btoa(JSON.stringify({ sub: 'somebody else', exp: Date.now() / 1000 + 600 }))
  localStorage.setItem(TOKEN_KEY, `x.${payload}.x`)
  expect(presetAudience()).toBe('members')
})
