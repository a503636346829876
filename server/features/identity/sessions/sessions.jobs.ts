import type { Context } from '../../../context.ts'
import type { JobHandler, JobHandlers } from '../../../jobs/kinds.ts'
import { createLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { userByEmail } from '../users/users.queries.ts'
import { greetingTemplate } from './sessions.rules.ts'

/** Mails an address that was used to sign up: the HTTP answer is the same in every case. */
const sendGreeting =
  (root: Context): JobHandler<'sessions.greet'> =>
  ({ email, language }) =>
    root.transaction(async (ctx) => {
      const user = await userByEmail(ctx.db, email)
      const template = user && greetingTemplate(user)
      if (!template) return
      const mail = { to: user.email, user_id: user.id, language }
      if (template === 'already_a_member') return await enqueueMail(ctx, { ...mail, template })
      const link = await createLink(ctx, { purpose: 'verify_email', user_id: user.id, email: user.email })
      await enqueueMail(ctx, { ...mail, template, link })
    })

export const sessionJobs = (ctx: Context): JobHandlers<'sessions.greet'> => ({ 'sessions.greet': sendGreeting(ctx) })
