import { expect, newContext, test } from './test.ts'

test('who is signed in and comes to /signin or /signup goes on to where they wanted, on this site only', async ({
  newPerson,
  browser,
  server,
}) => {
  const { page } = await newPerson()
  const context = await newContext(browser, server, { storageState: await page.context().storageState() })
  const own = await context.newPage()
  for (const [address, target] of [
    ['/signin', '/'],
    ['/signup', '/'],
    ['/signin?return=%2Fprofile%3Ftab%3Daccount', '/profile?tab=account'],
    ['/signup?return=%2Fgroups', '/groups'],
    ['/signin?return=%2Fsignin%3Freturn%3D%252Fnew-prayer', '/new-prayer'],
    ['/signin?return=https%3A%2F%2Fexample.com%2F', '/'],
    ['/signin?return=%2F%2Fexample.com', '/'],
  ] as const) {
    await own.goto(address)
    await expect(own).toHaveURL(server.url + target)
  }
  await context.close()
})
