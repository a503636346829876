import { language as Language } from '../../../../contract/fields.ts'
import type { Context } from '../../../context.ts'
import type { JobHandler } from '../../../jobs/worker.ts'
import { revokeLinks, createLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'
import { userByEmail, userById } from '../users/users.queries.ts'

/**
 * Mails the new address: a link that confirms it, or a notice if it already has an account. The HTTP answer was the
 * same for both.
 */
const sendAddressConfirmation =
  (root: Context): JobHandler =>
  ({ user_id, email, language }) =>
    root.transaction(async (ctx) => {
      const to = String(email)
      const written_in = Language.parse(language)
      const user = await userById(ctx.db, String(user_id))
      if (!user || user.email === to) return
      const other = await userByEmail(ctx.db, to)
      if (other) {
        if (other.status === 'suspended') return
        await enqueueMail(ctx, { to, user_id: other.id, template: 'already_a_member', language: written_in })
        return
      }
      await revokeLinks(ctx.db, user.id, ['change_email'])
      const link = await createLink(ctx, { purpose: 'change_email', user_id: user.id, email: to })
      await enqueueMail(ctx, { to, user_id: user.id, template: 'change_email', link, language: written_in })
    })

export const emailJobs = (ctx: Context): Record<string, JobHandler> => ({ 'emails.ask': sendAddressConfirmation(ctx) })
