import { language as Language } from '../../../contract/fields.ts'
import type { Context } from '../../context.ts'
import type { JobHandler } from '../../jobs/worker.ts'
import { newLink } from '../../mail/links.ts'
import { queueMail } from '../../mail/queue.ts'
import { userByEmail } from '../users/users.queries.ts'

/** Mails a link to whoever has an account with the address, and does nothing otherwise: the answer was given before. */
const mailReset =
  (root: Context): JobHandler =>
  ({ email, language }) =>
    root.transaction(async (ctx) => {
      const user = await userByEmail(ctx.db, String(email))
      if (!user || user.status === 'suspended') return
      const link = await newLink(ctx, { purpose: 'reset_password', user_id: user.id, email: user.email })
      await queueMail(ctx, {
        // The address as it is stored, whatever was typed.
        to: user.email,
        user_id: user.id,
        template: 'reset_password',
        link,
        language: Language.parse(language),
      })
    })

export const passwordJobs = (ctx: Context): Record<string, JobHandler> => ({ 'passwords.forgot': mailReset(ctx) })
