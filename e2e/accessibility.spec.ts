import { expectAccessible, devices, visit } from './accessible.ts'
import { becomeNew, expect, make, newContext, share, test } from './test.ts'

for (const { name, ...look } of devices) {
  test(`every screen passes axe and never scrolls sideways (${name})`, async ({ newPerson, browser, server }) => {
    test.slow()
    const author = await newPerson('Hannah W.')
    const address = new URL(
      await share(author.page, 'My father has an operation on his heart tomorrow at eight. Please pray.'),
    ).pathname
    const group = await make(author.page, '/api/groups', {
      name: `Tuesday ${crypto.randomUUID().slice(0, 8)}`,
      description: 'We meet at eight.',
    })
    await make(author.page, `/api/groups/${group}/prayers`, { content: 'For my brother, whom I visit on Friday.' })
    const list = await make(author.page, '/api/prayer-lists', { name: 'Mornings' })
    const prayer_request_id = address.split('/').at(-1)
    await make(author.page, `/api/prayer-lists/${list}/items`, { prayer_request_id })
    const remind_at = new Date(Date.now() + 86_400_000).toISOString()
    await make(author.page, '/api/reminders', { prayer_list_id: list, remind_at, repeats: 'daily' })
    const storageState = await author.page.context().storageState()
    const visitor = await newContext(browser, server, look)
    const page = await visitor.newPage()
    for (const path of [
      '/',
      '/answered',
      '/help-now?country=DE',
      address,
      '/pray',
      '/signin',
      '/signup',
      '/reset-password',
      '/reset-password#x.aGFubmFoQGV4YW1wbGUub3Jn',
      '/verify-email',
      '/verify-email#x',
      '/setup#x',
      '/nothing-here',
      '/content/writing-a-prayer-request',
      '/content/cookies-and-storage',
      '/prayers/00000000-0000-4000-8000-000000000000',
    ]) {
      await visit(page, path, { signedIn: false })
      await expectAccessible(page, `${path} (${name})`)
    }
    await visitor.close()
    const member = await newContext(browser, server, { ...look, storageState })
    const own = await member.newPage()
    for (const path of [
      '/',
      '/?mine=1',
      address,
      `${address}/edit`,
      '/new-prayer',
      '/profile',
      '/profile?tab=notifications',
      '/profile?tab=account',
      '/notifications',
      '/pray',
      '/today',
      '/prayer-lists',
      `/prayer-lists?list=${list}`,
      '/groups',
      '/groups/new',
      '/groups/join',
      `/groups/${group}`,
      `/groups/${group}?tab=members`,
      `/groups/${group}?tab=about`,
    ]) {
      await visit(own, path, { signedIn: true })
      await expectAccessible(own, `${path} signed in (${name})`)
    }
    await becomeNew(own)
    for (const path of ['/welcome', '/welcome?step=2', '/welcome?step=3']) {
      await visit(own, path, { signedIn: true })
      await expectAccessible(own, `${path} (${name})`)
      expect(own.url(), path).toContain(path)
    }
    await member.close()
  })
}
