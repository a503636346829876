import { ask, expect, openStarted, started, test } from './test.ts'

const ELSEWHERE = 'https://weather.com/'

test('in discreet mode nothing names the site, and one press leaves it for good', async ({
  newPerson,
  server,
  provoke,
  visit,
}) => {
  // It leaves the site, as it should.
  provoke(/^foreign: https:\/\/weather\.com\//)
  const { page: signedIn } = await newPerson()
  const address = await ask(signedIn, 'Please pray for my father')
  const page = await visit({ storageState: await signedIn.context().storageState() })
  await page.context().route(ELSEWHERE, (route) => route.fulfill({ contentType: 'text/html', body: '<p>Sunny</p>' }))
  await openStarted(page, '/profile')
  await expect(page).toHaveTitle(/Oremus/)
  const leave = page.getByRole('link', { name: 'Leave this page' })
  await expect(leave).toHaveCount(0)
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/preferences') && answer.ok())
  await page.getByRole('switch', { name: 'Don’t show what this is' }).click()
  await saved
  await expect(page).toHaveTitle('Notes')
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', '/plain.svg')
  await expect(leave).toBeVisible()

  const missing = '/prayers/0198c0de-0000-7000-8000-000000000000'
  provoke(/404/)
  for (const path of ['/', address, missing, '/nowhere', '/groups', '/profile', '/welcome']) {
    const headers = { accept: 'text/html' }
    const html = await (await page.request.get(path, { headers })).text()
    // The text of scripts is not shown.
    const shown = html.replaceAll(/<script[\s\S]*?<\/script>/g, '')
    const head = shown.slice(0, shown.indexOf('</head>'))
    expect(head.match(/<title>.*?<\/title>/g), path).toEqual(['<title>Notes</title>'])
    expect(head).toContain('href="/plain.svg"')
    expect(head).not.toMatch(/favicon|apple-touch-icon\.png"|href="\/manifest/)
    expect(shown.match(/.{0,40}oremus.{0,40}/gi), path).toBeNull()
    await page.goto(path)
    // Somebody who has been welcomed is led on, with a new document.
    if (path === '/welcome') await page.waitForURL('/')
    await started(page)
    await expect(page).toHaveTitle('Notes')
    await expect(page.locator('body').getByText('Oremus')).toHaveCount(0)
  }
  // Each page has a title for everybody.
  const html = await (await fetch(server.url + missing, { headers: { accept: 'text/html' } })).text()
  expect(html.match(/<title>.*?<\/title>/g)).toEqual(['<title>Page not found · Oremus</title>'])
  const manifest = await (await page.request.get('/plain.webmanifest?language=de')).text()
  expect(manifest).toContain('Notizen')
  expect(manifest).not.toMatch(/oremus/i)

  await page.goto('/')
  await page.goto(address)
  await expect(page.getByText('Please pray for my father').first()).toBeVisible()
  await expect(leave).toBeInViewport()
  await leave.click()
  await expect(page).toHaveURL(ELSEWHERE)
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  await expect(page.getByText('Sunny')).toBeVisible()
  await expect(page).toHaveURL(ELSEWHERE)

  // Nor does the script undo it that runs once more, while the other page is on its way.
  await page.goto('/')
  await page.goto(address)
  const script = await (await page.request.get('/leave.js')).text()
  await page.evaluate(`addEventListener('pagehide', () => { ${script} })`)
  await leave.click()
  await expect(page).toHaveURL(ELSEWHERE)
  await page.goBack({ waitUntil: 'commit' }).catch(() => null)
  await expect(page.getByText('Sunny')).toBeVisible()

  // Somebody who comes by themselves is let in.
  await page.goto(address)
  await expect(page.getByText('Please pray for my father').first()).toBeVisible()
})
