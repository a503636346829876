import { beforeAll, expect, it } from 'vitest'
import { sharedTestApp } from '../test/shared-app.ts'
import { takeDueMails } from '../test/mail.ts'
import { type MailTemplate, enqueueMail } from './queue.ts'

const app = sharedTestApp()
beforeAll(async () => {
  await app.person('hannah')
  await app.ctx.db.updateTable('users').set({ email_verified_at: '2026-01-01T00:00:00.000Z' }).execute()
})

const mailOf = async (template: MailTemplate, values: Record<string, string> = {}) => {
  const user_id = await app.person('hannah')
  await enqueueMail(app.ctx, { to: 'hannah@example.org', user_id, template, values })
  const [mail] = await takeDueMails(app)
  return [mail?.text ?? '', mail?.html ?? '']
}
const address = 'http://localhost:3000/content/imprint'

it('an email that says to write to those who run the site leads to their imprint, once it is filled in', async () => {
  for (const part of await mailOf('suspended')) expect(part).not.toContain(address)
  const as = await app.signIn('peter')
  const fields = { who: 'St. Mary’s', address: '', reach: 'office@example.org', answers: '', register: '' }
  expect((await app.ask('imprint.write', fields, { as })).status).toBe(200)
  for (const part of await mailOf('suspended')) expect(part).toContain(address)
  for (const part of await mailOf('approved')) expect(part).not.toContain(address)
  for (const part of await mailOf('role_changed', { role: 'care' })) expect(part).toContain('on the care team now')
  // Its title may have the name of the site. What somebody does there is told on its pages alone.
  await app.ask(
    'preferences.write',
    { id: await app.person('hannah'), is_discreet: true },
    { as: await app.signIn('hannah') },
  )
  for (const part of await mailOf('suspended')) expect(part).not.toContain(address)
  for (const part of await mailOf('role_changed', { role: 'care' })) expect(part).not.toContain('care team')
})

it('an email to who cannot sign in any more leads to help, but for whoever hides that they use the site', async () => {
  const help = 'http://localhost:3000/help-now'
  for (const table of ['jobs', 'sent_mails'] as const) await app.ctx.db.deleteFrom(table).execute()
  const id = await app.person('hannah')
  const hide = async (is_discreet: boolean) =>
    await app.ask('preferences.write', { id, is_discreet }, { as: await app.signIn('hannah') })
  await hide(false)
  for (const part of await mailOf('suspended')) expect(part).toContain(help)
  for (const part of await mailOf('unsuspended')) expect(part).not.toContain(help)
  await hide(true)
  for (const part of await mailOf('suspended')) {
    expect(part).toContain('suspended your account')
    expect(part).not.toContain(help)
  }
})
