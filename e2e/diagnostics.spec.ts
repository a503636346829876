import { startServer } from './server.ts'
import { expect, openStarted, test } from './test.ts'

const open = [
  'admin-barebones',
  'admin-simplest',
  'admin-minimal',
  'admin-mui-test',
  'test-content-editor',
  'test-markdown-display',
  'theme-debug',
]
const guarded = ['admin-test', 'test-admin-content']
const deep = ['admin-barebones', 'admin-simplest', 'admin-minimal', 'admin-test']

test('each page answers, bears its name and is hidden from search engines', async ({ page }) => {
  for (const name of [...open, ...guarded]) {
    const response = await page.request.get(`/${name}`)
    expect(response.status(), name).toBe(200)
    const html = await response.text()
    expect(html).toContain(`<h1>${name}</h1>`)
    expect(html).toContain('<meta name="robots" content="noindex"/>')
  }
  for (const name of open) {
    await page.goto(`/${name}`)
    await expect(page.getByRole('heading', { name, exact: true })).toBeVisible()
    await expect(page).toHaveTitle(name)
  }
  for (const name of deep) expect((await page.request.get(`/${name}/a/b`)).status(), name).toBe(200)
  await page.goto('/')
  const links = await page.getByRole('link').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.filter((link) => /\/(admin-|test-|theme-debug)/.test(link ?? ''))).toEqual([])
})

test('the rungs show what they are for', async ({ page }) => {
  await page.goto('/admin-simplest')
  // One after the other: presses of one button before the scripts arrive are one press, since nothing shows that the first was seen.
  for (const count of ['1', '2']) {
    await page.getByRole('button', { name: 'Count' }).click()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(count)
  }

  await page.goto('/admin-minimal')
  await expect(page.getByRole('code')).toHaveText('/admin-minimal')
  await page.evaluate(() => Object.assign(globalThis, { same_document: true }))
  await page.getByRole('link', { name: '/admin-minimal/further' }).click()
  await expect(page.getByRole('code')).toHaveText('/admin-minimal/further')
  expect(await page.evaluate(() => 'same_document' in globalThis)).toBe(true)

  await page.goto('/admin-mui-test')
  await page.getByLabel('Field').fill('words')
  await page.getByRole('switch', { name: 'Switch' }).check()
  await expect(page.getByText('The switch is on.')).toBeVisible()
  await page.getByRole('button', { name: 'Empty the field' }).click()
  await expect(page.getByLabel('Field')).toHaveValue('')

  await openStarted(page, '/test-content-editor')
  await page.getByLabel('Text').fill('One\n\nTwo <b>three</b>')
  await expect(page.getByRole('region', { name: 'Preview' }).getByRole('paragraph')).toHaveText([
    'One',
    'Two <b>three</b>',
  ])

  await page.goto('/test-markdown-display')
  await expect(page.getByRole('region', { name: 'Displayed' })).toContainText('HTML that must stay text')

  await expect(page.getByLabel('As written')).toHaveValue(/^# A heading\n/)

  await page.goto('/theme-debug')
  await expect(page.getByRole('definition')).toHaveText([/^(?!unknown)/, '5', 'success'])
})

test('the guarded pages lead a visitor to sign in, and back', async ({ page }) => {
  for (const path of ['admin-test', 'admin-test/further', 'test-admin-content']) {
    await page.goto(`/${path}`)
    await expect(page).toHaveURL(`/signin?return=${encodeURIComponent(`/${path}`)}`)
  }
})

test('a member sees who they are, and a refusal in place of what only administrators may read', async ({
  newPerson,
}) => {
  const { page, name } = await newPerson('Grace O.')
  await page.goto('/admin-test')
  await expect(page.getByRole('definition')).toHaveText(['signed_in', name, 'member'])
  const answer = page.waitForResponse(/\/api\/admin\/content/)
  await page.goto('/test-admin-content')
  expect((await answer).status()).toBe(403)
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(/\w+ .*\.$/)
  await expect(page.getByText(/^Entries/)).toHaveCount(0)
})

test('with DIAGNOSTICS=off none of them is there', async ({ page }, { project }) => {
  const server = await startServer(project.metadata.engine === 'postgres' ? 'postgres' : 'sqlite', {
    DIAGNOSTICS: 'off',
  })
  try {
    for (const path of [...open, ...guarded, ...deep.map((name) => `${name}/a/b`)]) {
      const response = await page.request.get(`${server.url}/${path}`)
      expect(response.status(), path).toBe(404)
      expect(await response.text()).not.toContain(`<h1>${path}</h1>`)
    }
    expect((await page.request.get(`${server.url}/`)).status()).toBe(200)
  } finally {
    await server.stop()
  }
})
