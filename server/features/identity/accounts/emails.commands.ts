import type { Language } from '../../../../contract/fields.ts'
import type { Context } from '../../../context.ts'
import { createLink } from '../../../mail/links.ts'
import { enqueueMail } from '../../../mail/queue.ts'

/** Mails a link that confirms the user's address. */
export async function sendVerificationMail(
  ctx: Context,
  { id, email }: { id: string; email: string },
  language: Language,
): Promise<void> {
  const link = await createLink(ctx, { purpose: 'verify_email', user_id: id, email })
  await enqueueMail(ctx, { to: email, user_id: id, template: 'verify_email', link, language })
}
