import { hashPassword } from '../../passwords/passwords.ts'
import { type TestApp, startTestApp } from '../app.ts'
import { takeNewMails } from '../mail.ts'
import { makeUser } from '../make.ts'
import { people } from '../people.ts'
import { SpecifiedClient } from './client.ts'
import * as shapes from './shapes.ts'

export const PASSWORD = 'a quiet morning in the garden'
export const NEW_PASSWORD = 'an evening walk beside the river'
export const MINUTE = 60_000

/** A new site, the people who use it, and what one step leaves for the next. */
export interface Journey {
  app: TestApp
  /** Signs up; writes requests. */
  hannah: SpecifiedClient
  /** Prays, reacts and reports. */
  tomas: SpecifiedClient
  /** Was made an administrator by whoever runs the site. */
  peter: SpecifiedClient
  visitor: SpecifiedClient
  id: { hannah: string; tomas: string; miriam: string; announcement: string; prayer: string; group: string }
  signIn(client: SpecifiedClient, email: string): Promise<void>
  /** Returns the secret of the link in the newest mail to the address. */
  mailedTo(address: string): Promise<string>
}

export async function startJourney(): Promise<Journey> {
  const app = await startTestApp()
  await makeUser(app.ctx, people.peter, await hashPassword(PASSWORD))
  const open = () => new SpecifiedClient(app.url, app.ctx.clock)
  return {
    app,
    hannah: open(),
    tomas: open(),
    peter: open(),
    visitor: open(),
    id: { hannah: '', tomas: '', miriam: '', announcement: '', prayer: '', group: '' },
    signIn: async (client, email) => {
      const body = { email, password: PASSWORD }
      client.token = (await client.call('POST /api/auth/signin', shapes.Session, { body })).token
    },
    mailedTo: async (address) => {
      await app.runJobs()
      const mails = await takeNewMails(app.ctx.config.data_dir)
      return mails.findLast(({ to, link }) => to.includes(address) && link.secret !== '')?.link.secret ?? ''
    },
  }
}
