import { expect, make, test } from './test.ts'

test('a page is read without JavaScript, and tells other sites what it is', async ({ server, visit }) => {
  const page = await visit({ javaScriptEnabled: false })
  await page.goto('/')
  await page.getByRole('main').getByRole('link', { name: 'How it works' }).click()
  await expect(page).toHaveURL(`${server.url}/content/writing-a-prayer-request`)
  await expect(page).toHaveTitle('Writing a prayer request · Oremus')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Writing a prayer request')
  await expect(page.getByRole('heading', { level: 2, name: 'Share it' })).toBeVisible()
  const head = (selector: string, name: string) => page.locator(`head ${selector}`).getAttribute(name)
  expect(await head('link[rel=canonical]', 'href')).toBe(`${server.url}/content/writing-a-prayer-request`)
  expect(await head('meta[name=description]', 'content')).toBe('You do not have to write well to be prayed for.')
  expect(await head('meta[property="og:type"]', 'content')).toBe('article')
  expect(await head('link[rel=manifest]', 'href')).toBe('/manifest.webmanifest')
  expect((await page.goto('/content/no-such-page'))?.status()).toBe(404)
  expect((await page.goto('/content/..%2Fapi'))?.status()).toBe(404)
})

test('the footer arrives with the page, leads on with one call, and speaks the chosen language', async ({ page }) => {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/api/') || pathname.endsWith('.data')) calls.push(pathname + search)
  })
  await page.goto('/content/imprint', { waitUntil: 'networkidle' })
  expect(calls).toEqual([])
  const footer = page.getByRole('contentinfo')
  for (const column of ['Guides', 'Help', 'Legal'])
    await expect(footer.getByRole('navigation', { name: column }).getByRole('link')).toHaveCount(5)
  await expect(footer.getByRole('link', { name: 'Welcome' })).toBeVisible()
  await footer.getByRole('link', { name: 'How privacy works' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('How privacy works')
  expect(calls).toEqual(['/api/content/how-privacy-works?language=en'])

  await page.getByLabel('Language').click()
  await page.getByText('Español', { exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cómo funciona la privacidad')
  await expect(footer.getByRole('link', { name: 'Normas de la comunidad' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Aviso legal' })).not.toHaveAttribute('lang')
  await footer.getByRole('link', { name: 'Aviso legal' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Aviso legal')
})

test('a page that is not translated is read in English, and says so', async ({ enter, visitDemo }) => {
  await make(await enter('peter', '/content/how-privacy-works'), '/api/content', {
    title: 'Tea after church',
    content: 'Come and stay for an hour.',
    content_type: 'update',
    slug: 'tea-after-church',
    published: true,
  })
  const page = await visitDemo({ locale: 'es' })
  await page.goto('/')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Tea after church' })
  await expect(link).toHaveAttribute('lang', 'en')
  await link.click()
  await expect(page.getByText('Esta página aún no está traducida, por eso la lees en inglés.')).toBeVisible()
  await expect(page.locator('[lang=en][dir=ltr] h1')).toHaveText('Tea after church')
})

test('a page stays as the server sent it: nothing is read again', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const path of ['/', '/signin', '/content/writing-a-prayer-request'])
    await page.goto(path, { waitUntil: 'networkidle' })
  expect(scripts.filter((url) => /\/Markdown-[^/]*\.js$/.test(url))).toEqual([])
  // Resources that block the first paint are requested first.
  const head = (await (await page.request.get('/')).text()).split('</head>')[0] ?? ''
  expect(head.lastIndexOf('rel="stylesheet"')).toBeGreaterThan(0)
  expect(head.lastIndexOf('rel="stylesheet"')).toBeLessThan(head.indexOf('rel="modulepreload"'))

  // Links in the text navigate without reloading the page.
  await page.evaluate(() => Reflect.set(globalThis, 'kept', true))
  const link = page.locator('[data-markdown] a[href^="/content/"]').first()
  const address = await link.getAttribute('href')
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${address}$`))
  await expect(page.locator('[data-markdown]')).toBeVisible()
  expect(await page.evaluate(() => Reflect.get(globalThis, 'kept'))).toBe(true)
})
