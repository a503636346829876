import { language as Language } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { newLink } from '../../mail/links.ts'
import { queueMail } from '../../mail/queue.ts'
import { userByEmail } from '../users/users.queries.ts'
import { greetingOf } from './sessions.rules.ts'

/** Writes to an address that somebody signed up with: the answer to the sign-up says the same in every case. */
const greet =
  (root: Context): JobHandler =>
  ({ email, language }) =>
    root.transaction(async (ctx) => {
      const user = await userByEmail(ctx.db, String(email))
      const template = user && greetingOf(user)
      if (!template) return
      const mail = { to: user.email, user_id: user.id, language: Language.parse(language) }
      if (template === 'already_a_member') return await queueMail(ctx, { ...mail, template })
      const link = await newLink(ctx, { purpose: 'verify_email', user_id: user.id, email: user.email })
      await queueMail(ctx, { ...mail, template, link })
    })

export const sessionJobs = (ctx: Context): Record<string, JobHandler> => ({ 'sessions.greet': greet(ctx) })
