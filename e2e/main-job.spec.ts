import { ask, expect, share, test } from './test.ts'

test('a visitor reads, signs up and asks; another person prays; the author sees it', async ({
  page,
  newPerson,
  visit,
}) => {
  // A visitor opens the site and reads.
  const hannah = await newPerson('Hannah W.')
  const words = `My father has surgery on his heart tomorrow. Pray for the surgeons and the hospital. ${crypto.randomUUID()}`
  const address = await share(hannah.page, words)
  // Classified by the built-in classifier, without a reload, within the promised two seconds, which the expectation
  // measures.
  await expect(hannah.page.getByRole('main').getByRole('link', { name: 'Health', exact: true })).toBeVisible({
    timeout: 2000,
  })

  await page.goto('/')
  const card = page.getByRole('article').filter({ hasText: words })
  await expect(card).toContainText('Hannah W.')
  await expect(card).toContainText('Be the first to pray')
  await expect(card).toContainText('Health')

  // Praying as a visitor leads to sign-in, and back to the request.
  await card.getByRole('link', { name: 'Pray', exact: true }).click()
  await expect(page).toHaveURL(/\/signin\?return=/)

  const tomas = await newPerson('Tomás R.')
  await tomas.page.goto('/')
  const theirs = tomas.page.getByRole('article').filter({ hasText: words })
  const prayed = tomas.page.waitForResponse((answer) => answer.url().endsWith('/pray') && answer.ok())
  await theirs.getByRole('button', { name: 'Pray', exact: true }).click()
  await expect(theirs.getByRole('button', { name: 'You prayed' })).toHaveAttribute('aria-pressed', 'true')
  await expect(theirs.getByRole('button', { name: 'You prayed' })).toBeVisible()
  await prayed
  await tomas.page.reload()
  await expect(theirs.getByRole('button', { name: 'You prayed' })).toBeVisible()

  await hannah.page.goto(address)
  await expect(hannah.page.getByRole('main')).toContainText('1 person has prayed')

  // A reader without JavaScript sees the same.
  const reader = await visit({ javaScriptEnabled: false })
  await reader.goto('/')
  await expect(reader.getByRole('article').filter({ hasText: words })).toContainText('1 person has prayed')
})

test('a request is edited, kept among members, and deleted', async ({ page, newPerson }) => {
  const grace = await newPerson('Grace O.')
  const mark = crypto.randomUUID()
  const address = await ask(grace.page, `Words that need a change ${mark}`)
  await grace.page.goto(address)
  await grace.page.getByLabel('More actions').click()
  await grace.page.getByRole('link', { name: 'Edit' }).click()
  await grace.page.getByLabel('Your request').fill(`Better words ${mark}`)
  await grace.page.getByRole('radio', { name: 'Members' }).check()
  await grace.page.getByRole('button', { name: 'Save changes' }).click()
  await expect(grace.page).toHaveURL(address)
  await expect(grace.page.getByText(`Better words ${mark}`).first()).toBeVisible()

  expect((await page.goto(address))?.status()).toBe(404)
  await expect(page.getByText('This prayer request doesn’t exist, or it’s no longer shared.')).toBeVisible()
  const marcos = await newPerson('Marcos A.')
  await marcos.page.goto(address)
  await expect(marcos.page.getByText(`Better words ${mark}`).first()).toBeVisible()

  await grace.page.goto(address)
  await grace.page.getByLabel('More actions').click()
  await grace.page.getByRole('button', { name: 'Delete' }).click()
  await grace.page.getByRole('dialog').getByRole('button', { name: 'Delete it' }).click()
  await expect(grace.page).toHaveURL(/\/$/)
  await marcos.page.reload()
  await expect(marcos.page.getByText('This prayer request doesn’t exist, or it’s no longer shared.')).toBeVisible()
})

test('an anonymous request names nobody, on no surface', async ({ page, newPerson }) => {
  const miriam = await newPerson('Miriam Canary')
  const mark = crypto.randomUUID()
  await miriam.page.goto('/new-prayer')
  await miriam.page.getByLabel('Your request').fill(`Only my pillow knows this ${mark}`)
  await miriam.page.getByRole('radio', { name: 'Anonymous' }).check()
  await miriam.page.getByRole('radio', { name: 'Everyone' }).check()
  await miriam.page.getByRole('button', { name: 'Share with everyone' }).click()
  await expect(miriam.page).toHaveURL(/\/prayers\//)
  for (const address of ['/', new URL(miriam.page.url()).pathname]) {
    const html = await (await page.goto(address))?.text()
    expect(html).toContain(mark)
    expect(html).not.toContain('Miriam Canary')
    await expect(page.getByText('Anonymous').first()).toBeVisible()
  }
})
