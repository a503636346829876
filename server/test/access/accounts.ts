import { createECDH, randomUUID } from 'node:crypto'
import { makeFeed } from '../../features/community/calendar-feeds/calendar-feeds.commands.ts'
import { type Row, admins, anybody, rolesBelow, moderators, ownersOnly, row, signedIn, statuses } from './rows.ts'
import { newAuthenticator } from '../authenticator.ts'
import { makeUser } from '../make.ts'
import { makePng } from '../png.ts'
import type { World } from './world.ts'

const PASSWORD = 'a quiet evening prayer'

/** These endpoints read the credential themselves: an expired one counts as none. */
const readsOwn = 200

const device = ({ ctx }: World['app']) => newAuthenticator(ctx.config.public_url)

const newEmail = (): string => `${randomUUID()}@example.org`
const asAdmin = { ids: ['id'], door: rolesBelow('admin') }
const asModerator = { ids: ['id'], door: rolesBelow('moderator') }
async function makeInvitation({ app }: World, email?: string): Promise<string> {
  return (await app.ask('invitations.create', { email }, { as: await app.signIn('ruth') })).data.id
}
async function makeLink({ app }: World): Promise<string> {
  const { data } = await app.ask('invitations.create', {}, { as: await app.signIn('ruth') })
  return data.link.split('#')[1] ?? ''
}
async function makeList({ app }: World): Promise<string> {
  const list_id = randomUUID()
  const people = [{ email: newEmail() }]
  await app.ask('invitations.create_list', { list_id, people }, { as: await app.signIn('peter') })
  return list_id
}
async function makeAwaiting({ app }: World): Promise<string> {
  const id = await makeUser(app.ctx, { email: newEmail() })
  await app.ctx.db.updateTable('users').set({ status: 'pending', awaits_approval: true }).where('id', '=', id).execute()
  return id
}

async function makeSuspended({ app }: World): Promise<string> {
  const id = await makeUser(app.ctx, { email: newEmail() })
  await app.ctx.db.updateTable('users').set({ status: 'suspended' }).where('id', '=', id).execute()
  return id
}
async function sessionOfRuth({ app, id }: World): Promise<string> {
  await app.signIn('ruth')
  const of = app.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id.ruth)
  return (await of.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}
/** Callers may use their own items; nobody, whatever their role, may use the author's. */
const authorsOnly = { visitor: 401, author: 200, rest: 404 }
const newBrowser = () => ({
  endpoint: `https://push.example.org/${randomUUID()}`,
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) },
})
async function pushDeviceOfHannah({ app }: World): Promise<string> {
  return (await app.ask('push_devices.add', newBrowser(), { as: await app.signIn('hannah') })).data.id
}
/** For items of the caller only, whether they exist or not. */
const nobodyElse = { ids: ['id'], missing: { visitor: 401, rest: 403 } }
const byName = { ids: ['name'], missing: 400, door: rolesBelow('admin') }
const reason = 'Asked for'

export const accountRows: Row[] = [
  row('sessions.sign_up', anybody, () => ({ email: `${randomUUID()}@example.org`, password: PASSWORD }), {
    suspended: readsOwn,
  }),
  row('sessions.sign_in', { rest: 400 }, () => ({ email: 'nobody@example.org', password: 'wrong' }), {
    about: 'with a wrong password',
    suspended: 400,
  }),
  row('sessions.sign_out', anybody, undefined, { suspended: readsOwn }),
  row('sessions.refresh', { visitor: 401, rest: 200 }),
  row('sessions.current', { visitor: 401, rest: 200 }),
  row('sessions.confirm', { visitor: 401, rest: 400 }, () => ({ password: 'wrong' }), {
    about: 'with a wrong password',
  }),
  row(
    'sessions.set_up',
    { rest: 404 },
    () => ({ token: 'used', email: `${randomUUID()}@example.org`, password: PASSWORD }),
    { about: 'when there is an administrator', suspended: 404 },
  ),
  row('sessions.begin_passkey', anybody, undefined, { suspended: readsOwn }),
  row('sessions.sign_in_with_passkey', { rest: 400 }, ({ app }) => ({ response: device(app).get('none') }), {
    about: 'of nobody',
    suspended: 400,
  }),
  row('sessions.send_code', anybody, () => ({ email: 'nobody@example.org' }), { suspended: readsOwn }),
  row(
    'sessions.sign_in_with_code',
    { rest: 400 },
    () => ({ email: 'nobody@example.org', ticket: 'A'.repeat(43), mail_code: '123456' }),
    { about: 'with a wrong code', suspended: 400 },
  ),
  row('second_factors.list', signedIn),
  row('second_factors.begin_totp', signedIn),
  row('second_factors.finish_totp', { visitor: 401, rest: 400 }, () => ({ code: '000000' }), {
    about: 'with a wrong code',
  }),
  row('second_factors.end_totp', signedIn),
  row('second_factors.renew_recovery_codes', { visitor: 401, rest: 404 }, undefined, { about: 'without any' }),
  row('second_factors.begin_passkey', signedIn),
  row(
    'second_factors.finish_passkey',
    { visitor: 401, rest: 400 },
    ({ app }) => ({ name: 'A phone', response: device(app).create('none') }),
    { about: 'without its challenge' },
  ),
  row('second_factors.delete_passkey', { visitor: 401, rest: 404 }, () => ({ id: 'bm9uZQ' }), {
    about: 'of somebody else',
    ids: ['id'],
    malformed: 404,
  }),
  row('sessions.how_to_sign_up', anybody),
  row('passwords.forgot', anybody, () => ({ email: 'nobody@example.org' }), { suspended: readsOwn }),
  row('passwords.reset', { rest: 400 }, () => ({ token: 'A'.repeat(43), newPassword: PASSWORD }), {
    about: 'with a link that is none',
    suspended: 400,
  }),
  row('passwords.change', { visitor: 401, rest: 400 }, () => ({ currentPassword: 'wrong', newPassword: PASSWORD }), {
    about: 'with a wrong password',
  }),
  row('emails.verify', { rest: 400 }, () => ({ token: 'A'.repeat(43) }), {
    about: 'with a link that is none',
    suspended: 400,
  }),
  row('emails.resend', signedIn),
  row(
    'emails.change',
    { visitor: 401, author: 200, admin: 200, rest: 403 },
    ({ id }) => ({ id: id.hannah, email: newEmail(), reason: 'Asked' }),
    {
      ids: ['id'],
      missing: { visitor: 401, admin: 404, rest: 403 },
    },
  ),
  row('accounts.own', signedIn),
  row('accounts.edit_own', signedIn, () => ({ about: 'A few words' })),
  row('accounts.list', admins),
  row('accounts.one', admins, ({ id }) => ({ id: id.hannah }), { ids: ['id'], door: rolesBelow('admin') }),
  row(
    'accounts.set_role',
    admins,
    async ({ app }) => ({ id: await makeUser(app.ctx, { email: newEmail() }), role: 'care' }),
    { ids: ['id'], door: rolesBelow('admin') },
  ),
  row('accounts.profile', signedIn, ({ id }) => ({ id: id.hannah }), { ids: ['id'] }),
  row(
    'accounts.edit_profile',
    { visitor: 401, author: 200, admin: 200, rest: 403 },
    ({ id }) => ({ id: id.hannah, about: 'A few words', reason }),
    { ids: ['id'], missing: { visitor: 401, admin: 404, rest: 403 } },
  ),
  row(
    'accounts.suspend',
    moderators,
    async ({ app }) => ({ id: await makeUser(app.ctx, { email: newEmail() }), reason }),
    asModerator,
  ),
  row(
    'accounts.suspend',
    { visitor: 401, admin: 200, rest: 403 },
    async ({ app }) => ({ id: await makeUser(app.ctx, { email: newEmail(), role: 'care' }), reason }),
    { about: 'of the care team', ...asModerator },
  ),
  row('accounts.unsuspend', moderators, async (world) => ({ id: await makeSuspended(world), reason }), asModerator),
  row('preferences.read', ownersOnly, ({ id }) => ({ id: id.hannah }), nobodyElse),
  row('preferences.write', ownersOnly, ({ id }) => ({ id: id.hannah, appearance: 'dark' }), nobodyElse),
  row('preferences.theme', ownersOnly, ({ id }) => ({ userId: id.hannah }), { ...nobodyElse, ids: ['userId'] }),
  row('preferences.choose_theme', ownersOnly, ({ id }) => ({ userId: id.hannah, themeId: null }), {
    ...nobodyElse,
    ids: ['userId'],
  }),
  row('devices.list', signedIn),
  row(
    'devices.end',
    { visitor: 401, moderator: 200, rest: 404 },
    async (world) => ({ id: await sessionOfRuth(world) }),
    {
      about: 'of the moderator',
      ids: ['id'],
    },
  ),
  row('devices.end_all', signedIn),
  row('calendar_feeds.read', signedIn),
  row('calendar_feeds.make', signedIn),
  row('calendar_feeds.withdraw', signedIn),
  row('calendar_feeds.open', { visitor: 404, rest: 404 }, () => ({ file: `${'A'.repeat(43)}.ics` }), {
    about: 'with a link that is none',
    suspended: 404,
  }),
  row(
    'calendar_feeds.open',
    anybody,
    async ({ app, id }) => ({ file: `${(await makeFeed(app.ctx, id.hannah)).secret}.ics` }),
    { about: 'with the link of an active member', suspended: 200 },
  ),
  row('push_devices.list', signedIn),
  row('push_devices.add', signedIn, newBrowser),
  row('push_devices.remove', authorsOnly, async (world) => ({ id: await pushDeviceOfHannah(world) }), { ids: ['id'] }),
  row('push_devices.try', authorsOnly, async (world) => ({ id: await pushDeviceOfHannah(world) }), { ids: ['id'] }),
  row(
    'deletions.plan',
    { visitor: 401, admin: 200, rest: 403 },
    async ({ app }) => ({ id: await makeUser(app.ctx, { email: newEmail() }) }),
    { about: 'of somebody else', ids: ['id'], missing: { visitor: 401, admin: 404, rest: 403 } },
  ),
  row('exports.make', ownersOnly, ({ id }) => ({ id: id.hannah }), nobodyElse),
  row('audit.list', admins),
  row('audit.export', admins),
  row('invitations.create', moderators),
  row('invitations.list', moderators),
  row('invitations.revoke', moderators, async (world) => ({ id: await makeInvitation(world) }), asModerator),
  row('invitations.check', admins, () => ({ emails: [newEmail()] })),
  row('invitations.create_list', admins, () => ({ list_id: randomUUID(), people: [{ email: newEmail() }] })),
  row('invitations.take_back_list', admins, async (world) => ({ list_id: await makeList(world) }), {
    ...asAdmin,
    ids: ['list_id'],
  }),
  row('invitations.send_again', admins, async (world) => ({ id: await makeInvitation(world, newEmail()) }), asAdmin),
  row('invitations.code', admins),
  row('invitations.make_code', admins, () => ({ days: 30 })),
  row('invitations.open', anybody, async (world) => ({ invitation: await makeLink(world) }), { suspended: readsOwn }),
  row('invitations.create_account', admins, () => ({ email: newEmail(), reason: 'Asked for it' })),
  row('invitations.awaiting', moderators),
  row(
    'invitations.approve',
    moderators,
    async (world) => ({ id: await makeAwaiting(world), reason: 'Known to us' }),
    asModerator,
  ),
  row(
    'invitations.decline',
    moderators,
    async (world) => ({ id: await makeAwaiting(world), reason: 'Unknown' }),
    asModerator,
  ),
  row('logo.write', admins, () => ({ png: makePng(1).toString('base64') })),
  row('logo.remove', admins),
  row('mail_server.read', admins),
  // Nobody answers there: the test email cannot leave.
  row('mail_server.write', statuses({ visitor: 401, admin: 400, rest: 403 }), () => ({
    host: '127.0.0.1',
    port: 1,
    from: newEmail(),
    password: 'x',
  })),
  row('mail_server.remove', admins),
  row('desk.mark_step', admins, () => ({ step: 'poster', is_done: true })),
  row('settings.list', admins),
  row('settings.try_address', admins, () => ({ address: 'http://localhost:1' })),
  row('settings.read', admins, () => ({ name: 'sign_up_mode' }), byName),
  row('settings.write', admins, () => ({ name: 'shows_pray_counts', value: true }), byName),
]
