import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { consumeLink, createLink } from '../../../mail/links.ts'
import { insertSignInCode } from '../../../mail/sign-in-codes.ts'
import { hashSecret, newSecret } from '../../../secrets/secrets.ts'
import { depth } from '../../../test/depth.ts'
import { untilAwaited } from '../../../test/locks.ts'
import { confirmPeople, makeUser } from '../../../test/make.ts'
import { sharedTestApp } from '../../../test/shared-app.ts'
import { dropSignUp, replaceSignUp, sendVerificationMail } from '../users/sign-ups.commands.ts'

const ROUNDS = depth.http_rounds / 3

const app = sharedTestApp()

const newAddress = (): string => `${randomUUID()}@example.org`

it('whose address is corrected while they open the link or type the code of the one before is served or refused, and waits for nobody', async () => {
  const peter = await app.signIn('peter')
  for (let round = 0; round < ROUNDS; round += 1) {
    const email = newAddress()
    const id = await makeUser(app.ctx, { email })
    const correct = async () => {
      const { status } = await app.ask('emails.change', { id, email: newAddress(), reason: 'Mistyped' }, { as: peter })
      return status
    }
    const seed = await createLink(app.ctx, { purpose: 'verify_email', user_id: id, email })
    const token = app.ctx.secrets.deriveLinkSecret(seed)
    const [opened, corrected] = await Promise.all([app.ask('emails.verify', { token }), correct()])
    expect([200, 400]).toContain(opened.status)
    expect(corrected).toBe(200)

    await confirmPeople(app.ctx, id)
    const { email: second } = await app.ctx.db
      .selectFrom('users')
      .select('email')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const ticket = newSecret()
    await insertSignInCode(app.ctx, hashSecret(ticket), id)
    const mail_code = app.ctx.secrets.deriveSignInCode(hashSecret(ticket))
    const [signedIn, again] = await Promise.all([
      app.ask('sessions.sign_in_with_code', { email: second, ticket, mail_code }),
      correct(),
    ])
    expect([200, 400]).toContain(signedIn.status)
    expect(again).toBe(200)
  }
})

it('who opens the link of a sign-up while its mail is made again keeps nobody waiting', async () => {
  const email = newAddress()
  const id = await makeUser(app.ctx, { email })
  const person = { password_hash: 'none', display_name: 'Somebody', join_answer: null }
  const sign_up = await app.ctx.transaction((ctx) => replaceSignUp(ctx, id, person))
  const seed = await createLink(app.ctx, { purpose: 'verify_email', user_id: id, email })
  const isUsed = Promise.withResolvers<void>()
  const opening = app.ctx.transaction(async (ctx) => {
    await consumeLink(ctx, app.ctx.secrets.deriveLinkSecret(seed), ['verify_email'])
    isUsed.resolve()
    // Meanwhile the mail comes to what the link has taken.
    await untilAwaited(ctx)
    await dropSignUp(ctx, id)
  })
  await isUsed.promise
  const mailing = app.ctx.transaction((ctx) => sendVerificationMail(ctx, { id, email }, { sign_up }))
  await expect(Promise.all([opening, mailing])).resolves.toHaveLength(2)
})
