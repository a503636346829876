import type { Page } from '@playwright/test'
import { measure } from './shifts.ts'
import {
  ask,
  callAs,
  endSession,
  expect,
  fillSignIn,
  fillSignUp,
  hydrated,
  make,
  openStarted,
  passWelcome,
  readToken,
  started,
  test,
} from './test.ts'

const someAddress = () => `${crypto.randomUUID()}@example.org`
const countOf = async (page: Page, id: string) =>
  (await callAs<{ pray_count: number }>(page, `/api/prayers/${id}`)).pray_count
const idOf = (address: string): string => address.split('/').at(-1) ?? ''

test('the steps of a first visit go back and forth, and keep what was typed', async ({ page }) => {
  await page.goto('/signup')
  await fillSignUp(page, someAddress())
  const name = page.getByLabel('Your name')
  await expect(name).toBeFocused()
  await expect(name).toHaveValue('')
  await expect(page.getByRole('banner')).toBeHidden()
  await name.pressSequentially('Miriam Klein')
  await expect(page.getByRole('main').getByText('MK', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Easy on the eyes' })).toBeFocused()
  await page.getByRole('radio', { name: 'Large' }).check({ force: true })
  await expect(page.locator('html')).toHaveAttribute('data-text-size', 'large')
  await page.goBack()
  await expect(name).toHaveValue('Miriam Klein')
  await page.goForward()
  await expect(page.getByRole('heading', { name: 'Easy on the eyes' })).toBeFocused()
})

test('without mail nothing asks about emails, and who skips everything is “A member”', async ({ page, server }) => {
  await page.goto('/signup')
  await fillSignUp(page, someAddress())
  await expect(page.getByText('1 of 2')).toBeVisible()
  await passWelcome(page)
  await expect(page).toHaveURL(`${server.url}/`)
  const { user } = await callAs<{ user: { display_name: string } }>(page, '/api/auth/session')
  expect(user.display_name).toBe('A member')
})

test('who has been here before is led on, and nothing moves under their fingers', async ({ enter }) => {
  const page = await enter('hannah', '/groups')
  await measure(page.context())
  await page.goto('/welcome')
  await expect(page).toHaveURL(({ pathname }) => pathname === '/')
  await hydrated(page.getByRole('main'))
  await expect(page.getByRole('article').first()).toBeVisible()
  const moved = () => page.evaluate(() => (Reflect.get(globalThis, 'shifts') as { moved: number }).moved)
  expect(await moved()).toBeLessThanOrEqual(0.02)
})

test('what a visitor pressed is done once they have signed up, and only once', async ({ page, newPerson, server }) => {
  const author = await newPerson()
  const address = await ask(author.page, 'Please pray for my brother, who begins at his new school.')
  await page.goto(address)
  await hydrated(page.getByRole('article'))
  await page.getByRole('article').getByRole('link', { name: 'Pray' }).click()
  await expect(page).toHaveURL(/\/signin\?return=/)
  // On the device, and nowhere in the address or the history.
  await expect.poll(() => page.evaluate(() => JSON.stringify(history.state))).not.toContain('pray')
  expect(page.url()).not.toContain('act')
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await fillSignUp(page, someAddress())
  await passWelcome(page, 'Miriam')
  await expect(page).toHaveURL(address)
  await expect(page.getByRole('article').getByRole('button', { name: 'You prayed' })).toBeVisible()
  await expect(page.getByRole('status').getByText('You prayed')).toBeVisible()
  expect(await countOf(page, idOf(address))).toBe(1)

  // Taken back, and not done again by Back, by a reload or by signing in once more.
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('article').getByRole('button', { name: 'Pray', exact: true })).toBeVisible()
  expect(await page.evaluate(() => sessionStorage.getItem('wanted_act'))).toBeNull()
  await page.reload()
  await started(page)
  await page.goBack()
  await expect(page).toHaveURL(`${server.url}/`)
  await openStarted(page, address)
  expect(await countOf(page, idOf(address))).toBe(0)
  expect(server.url).toBe(new URL(address).origin)
})

test('no link makes somebody act: not with an act in its address, nor with a foreign one to return to', async ({
  newPerson,
  server,
  visit,
}) => {
  const author = await newPerson()
  const reader = await newPerson()
  const address = await ask(author.page, 'Please pray for a quiet night on the ward.')
  const id = idOf(address)
  const wanted = `act=pray&id=${id}&wanted_act=${encodeURIComponent(JSON.stringify({ act: 'pray', id }))}`
  for (const target of [`/prayers/${id}?${wanted}#${wanted}`, `https://example.com/?${wanted}`]) {
    const page = await visit()
    await page.goto(`/signin?${wanted}&return=${encodeURIComponent(target)}#${wanted}`)
    await fillSignIn(page, reader.email)
    await expect(page.getByRole('banner').getByText('Sign Out')).toBeVisible()
    expect(new URL(page.url()).origin).toBe(server.url)
    expect(await page.evaluate(() => sessionStorage.getItem('wanted_act'))).toBeNull()
    expect(await countOf(page, id)).toBe(0)
  }
})

test('following goes on after signing in, and what was left behind does not', async ({ page, newPerson }) => {
  const author = await newPerson()
  const reader = await newPerson()
  const [left, followed] = [
    await ask(author.page, 'Please pray for our parish council on Thursday.'),
    await ask(author.page, 'Please pray for my sister’s driving test.'),
  ]
  // Pressed, and then thought better of it.
  await page.goto(left)
  const follow = page.getByRole('main').getByRole('button', { name: 'Follow updates' }).last()
  await hydrated(follow.locator('..'))
  await follow.click()
  await expect(page).toHaveURL(/\/signin/)
  await page.getByRole('banner').getByRole('link').first().click()
  await expect(page).toHaveURL(/\/$/)
  // The address changes before the page does.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('wanted_act'))).toBeNull()

  await page.goto(followed)
  await hydrated(follow.locator('..'))
  await follow.click()
  await fillSignIn(page, reader.email)
  await expect(page).toHaveURL(followed)
  await expect(page.getByRole('status').getByText('Following updates')).toBeVisible()
  const { is_following } = await callAs<{ is_following: boolean }>(page, `/api/prayers/${idOf(followed)}`)
  expect(is_following).toBe(true)
  expect((await callAs<{ is_following: boolean }>(page, `/api/prayers/${idOf(left)}`)).is_following).toBe(false)
})

test('joining a group goes on when the session had ended', async ({ newPerson }) => {
  const owner = await newPerson()
  const name = `Tuesday ${crypto.randomUUID().slice(0, 8)}`
  const group = await make(owner.page, '/api/groups', { name, description: 'At eight.', joining: 'open' })
  const { page, email } = await newPerson()
  // They press before the stream of events has told the page.
  await page.route('**/api/events*', () => {})
  await page.goto(`/groups/${group}`)
  const join = page.getByRole('button', { name: `Join: ${name}` })
  await hydrated(join.locator('..'))
  await endSession(page, await readToken(page))
  await join.click()
  await expect(page).toHaveURL(/\/signin\?return=/)
  await fillSignIn(page, email)
  await expect(page).toHaveURL(new RegExp(`/groups/${group}$`))
  await expect(page.getByRole('status').getByText(`You’ve joined ${name}.`)).toBeVisible()
  const { my_status } = await callAs<{ my_status: string }>(page, `/api/groups/${group}`)
  expect(my_status).toBe('active')
})
