import { expect, share, test } from './test.ts'

test('open pages learn what happens without being loaded again', async ({ newPerson }) => {
  const [hannah, tomas] = [await newPerson('Hannah W.'), await newPerson('Tomás R.')]
  const mark = crypto.randomUUID()

  // A new request is announced, and shown on demand.
  const listening = tomas.page.waitForResponse('**/api/events*')
  await tomas.page.goto('/')
  await listening
  const address = await share(hannah.page, `For my sister ${mark}`)
  await tomas.page.getByRole('button', { name: /\d+ new requests?/ }).click()
  const card = tomas.page.getByRole('article').filter({ hasText: mark })
  await expect(card).toBeVisible()

  // Its author sees the number of prayers some seconds later.
  await card.getByRole('button', { name: 'Pray', exact: true }).click()
  await expect(card.getByRole('button', { name: 'You prayed' })).toBeVisible()
  await expect(hannah.page).toHaveURL(address)
  await expect(hannah.page.getByText('1 person has prayed', { exact: false }).first()).toBeVisible()

  // A reader who loses access to a request stops seeing it at once.
  await tomas.page.goto(address)
  await expect(tomas.page.getByText(mark)).toBeVisible()
  await hannah.page.goto(`${address}/edit`)
  await hannah.page.getByRole('radio', { name: 'Only me' }).check()
  await hannah.page.getByRole('button', { name: 'Save' }).click()
  await expect(tomas.page.getByText(mark)).toHaveCount(0)
  await expect(tomas.page.getByText('Page not found')).toBeVisible()
})
