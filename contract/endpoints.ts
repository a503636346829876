import type { ErrorCode } from './errors.ts'

/**
 * Minimum role to call an endpoint. Finer rules ("is it theirs?") are in the feature's `*.rules.ts`. `visitor`:
 * everybody. `member`: anyone signed in. The others: that role or a higher one.
 */
export type Access = 'visitor' | 'member' | 'care' | 'moderator' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Every fact about an endpoint but its schemas: `server/http` reads them here and knows no endpoint by name. */
export interface Endpoint {
  method: Method
  path: `/${string}`
  access: Access
  /** Its handler reads the credential itself, because a dead one is what it is for: sign-in and its kin. */
  credential?: 'own'
  /**
   * A replica may answer where there is one: lists, pages, searches and counts, which are asked for most and change nothing.
   * The viewer is read from the primary before. What is about permissions, about the server, or rare, stays on the primary.
   */
  replica?: true
  /** Answers all alike: pages ask once until something changes. */
  alike?: true
  /** Pages of any site may call it: it takes no credentials and changes nothing. */
  anyOrigin?: true
  /**
   * Programs for mail call it when somebody stops emails (RFC 8058), from pages of any site too: its address has the secret, no cookie counts.
   */
  oneClick?: true
  /** The longest body, where the common limit is too low for what is sent. Bytes. */
  bodyLimit?: number
  /** The code of a refusal because `id` or `ids` is malformed, where it is not `request.invalid`. */
  invalidId?: ErrorCode
}

const prayerId = { invalidId: 'prayers.invalid_id' } as const

/** Every endpoint of the server, by name. No import of zod, because the browser loads this part of the contract. */
export const endpoints = {
  'sessions.how_to_sign_up': { method: 'GET', path: '/api/auth/signup', access: 'visitor' },
  'sessions.sign_up': { method: 'POST', path: '/api/auth/signup', access: 'visitor', credential: 'own' },
  'sessions.sign_in': { method: 'POST', path: '/api/auth/signin', access: 'visitor', credential: 'own' },
  'sessions.begin_passkey': { method: 'POST', path: '/api/auth/passkey/options', access: 'visitor', credential: 'own' },
  'sessions.sign_in_with_passkey': { method: 'POST', path: '/api/auth/passkey', access: 'visitor', credential: 'own' },
  'sessions.send_code': { method: 'POST', path: '/api/auth/code', access: 'visitor', credential: 'own' },
  'sessions.sign_in_with_code': { method: 'POST', path: '/api/auth/code/signin', access: 'visitor', credential: 'own' },
  'sessions.sign_out': { method: 'POST', path: '/api/auth/signout', access: 'visitor', credential: 'own' },
  'sessions.refresh': { method: 'POST', path: '/api/auth/refresh', access: 'visitor', credential: 'own' },
  'sessions.current': { method: 'GET', path: '/api/auth/session', access: 'member' },
  'sessions.confirm': { method: 'POST', path: '/api/auth/confirm', access: 'member' },
  'sessions.set_up': { method: 'POST', path: '/api/auth/setup', access: 'visitor', credential: 'own' },

  'accounts.own': { method: 'GET', path: '/api/auth/profile', access: 'member' },
  'accounts.edit_own': { method: 'PUT', path: '/api/auth/profile', access: 'member' },
  'accounts.list': { method: 'GET', path: '/api/users', access: 'admin' },
  'accounts.one': { method: 'GET', path: '/api/users/{id}', access: 'admin' },
  'accounts.set_role': { method: 'PUT', path: '/api/users/{id}/role', access: 'admin' },
  'accounts.profile': { method: 'GET', path: '/api/users/{id}/profile', access: 'member', replica: true },
  'accounts.edit_profile': { method: 'PUT', path: '/api/users/{id}/profile', access: 'member' },
  'accounts.suspend': { method: 'POST', path: '/api/users/{id}/suspend', access: 'moderator' },
  'accounts.unsuspend': { method: 'POST', path: '/api/users/{id}/unsuspend', access: 'moderator' },

  'preferences.read': { method: 'GET', path: '/api/users/{id}/preferences', access: 'member' },
  'preferences.write': { method: 'PUT', path: '/api/users/{id}/preferences', access: 'member' },
  'preferences.theme': { method: 'GET', path: '/api/themes/preference/{userId}', access: 'member' },
  'preferences.choose_theme': { method: 'POST', path: '/api/themes/preference/{userId}', access: 'member' },

  'devices.list': { method: 'GET', path: '/api/auth/sessions', access: 'member' },
  'devices.end': { method: 'DELETE', path: '/api/auth/sessions/{id}', access: 'member' },
  'devices.end_all': { method: 'POST', path: '/api/auth/signout-all', access: 'member' },

  'push_devices.list': { method: 'GET', path: '/api/push/devices', access: 'member' },
  'push_devices.add': { method: 'POST', path: '/api/push/devices', access: 'member' },
  'push_devices.remove': { method: 'DELETE', path: '/api/push/devices/{id}', access: 'member' },
  'push_devices.try': { method: 'POST', path: '/api/push/devices/{id}/test', access: 'member' },

  'deletions.plan': { method: 'DELETE', path: '/api/users/{id}', access: 'member' },
  'exports.make': { method: 'POST', path: '/api/users/{id}/export', access: 'member' },
  'audit.list': { method: 'GET', path: '/api/admin/audit', access: 'admin' },
  'audit.export': { method: 'POST', path: '/api/admin/audit/export', access: 'admin' },

  'second_factors.list': { method: 'GET', path: '/api/auth/second-factors', access: 'member' },
  'second_factors.begin_totp': { method: 'POST', path: '/api/auth/totp', access: 'member' },
  'second_factors.finish_totp': { method: 'POST', path: '/api/auth/totp/confirm', access: 'member' },
  'second_factors.end_totp': { method: 'DELETE', path: '/api/auth/totp', access: 'member' },
  'second_factors.renew_recovery_codes': { method: 'POST', path: '/api/auth/recovery-codes', access: 'member' },
  'second_factors.begin_passkey': { method: 'POST', path: '/api/auth/passkeys/options', access: 'member' },
  'second_factors.finish_passkey': { method: 'POST', path: '/api/auth/passkeys', access: 'member' },
  'second_factors.delete_passkey': { method: 'DELETE', path: '/api/auth/passkeys/{id}', access: 'member' },
  'passwords.forgot': { method: 'POST', path: '/api/auth/forgot-password', access: 'visitor', credential: 'own' },
  'passwords.reset': { method: 'POST', path: '/api/auth/reset-password', access: 'visitor', credential: 'own' },
  'passwords.change': { method: 'POST', path: '/api/auth/change-password', access: 'member' },

  'emails.verify': { method: 'POST', path: '/api/auth/verify-email', access: 'visitor', credential: 'own' },
  'emails.resend': { method: 'POST', path: '/api/auth/resend-verification', access: 'member' },
  'emails.change': { method: 'PUT', path: '/api/users/{id}/email', access: 'member' },

  'invitations.create': { method: 'POST', path: '/api/invitations', access: 'moderator' },
  'invitations.list': { method: 'GET', path: '/api/invitations', access: 'moderator' },
  'invitations.revoke': { method: 'DELETE', path: '/api/invitations/{id}', access: 'moderator' },
  'invitations.check': { method: 'POST', path: '/api/invitations/check', access: 'admin' },
  'invitations.create_list': { method: 'POST', path: '/api/invitations/list', access: 'admin' },
  'invitations.take_back_list': { method: 'DELETE', path: '/api/invitations/list/{list_id}', access: 'admin' },
  'invitations.send_again': { method: 'POST', path: '/api/invitations/{id}/again', access: 'admin' },
  'invitations.code': { method: 'GET', path: '/api/invitations/code', access: 'admin' },
  'invitations.make_code': { method: 'POST', path: '/api/invitations/code', access: 'admin' },
  'invitations.open': { method: 'POST', path: '/api/invitations/open', access: 'visitor', credential: 'own' },
  'invitations.create_account': { method: 'POST', path: '/api/users', access: 'admin' },
  'invitations.awaiting': { method: 'GET', path: '/api/users/awaiting-approval', access: 'moderator' },
  'invitations.approve': { method: 'POST', path: '/api/users/{id}/approve', access: 'moderator' },
  'invitations.decline': { method: 'POST', path: '/api/users/{id}/decline', access: 'moderator' },

  'models.classify': { method: 'POST', path: '/api/classify', access: 'visitor', anyOrigin: true },
  'models.suggest': { method: 'POST', path: '/api/suggestions', access: 'member' },
  'models.models': { method: 'GET', path: '/api/models', access: 'admin' },
  'models.versions': { method: 'GET', path: '/api/models/versions', access: 'admin' },
  'models.step_back': { method: 'POST', path: '/api/models/step-back', access: 'admin' },

  'helplines.list': { method: 'GET', path: '/api/helplines', access: 'visitor', replica: true },
  'helplines.check': { method: 'GET', path: '/api/admin/helplines', access: 'admin' },

  'review.list': { method: 'GET', path: '/api/prayers/held', access: 'care', ...prayerId },
  'review.publish': { method: 'POST', path: '/api/prayers/{id}/publish', access: 'care', ...prayerId },
  'review.keep': { method: 'POST', path: '/api/prayers/{id}/keep_held', access: 'care', ...prayerId },
  'review.acknowledge': { method: 'POST', path: '/api/prayers/{id}/acknowledge', access: 'care', ...prayerId },
  'review.mark_seen': { method: 'POST', path: '/api/prayers/{id}/seen', access: 'care', ...prayerId },
  'review.alerts': { method: 'GET', path: '/api/care/alerts', access: 'care' },
  'review.rota': { method: 'GET', path: '/api/care/rota', access: 'care' },
  'review.set_rota': { method: 'PUT', path: '/api/care/rota', access: 'care' },

  'cases.list': { method: 'GET', path: '/api/care/cases', access: 'care' },
  'cases.one': { method: 'GET', path: '/api/care/cases/{id}', access: 'care', ...prayerId },
  'cases.take': { method: 'POST', path: '/api/care/cases/{id}/take', access: 'care', ...prayerId },
  'cases.write': { method: 'POST', path: '/api/care/cases/{id}/messages', access: 'care', ...prayerId },
  'cases.note': { method: 'POST', path: '/api/care/cases/{id}/notes', access: 'care', ...prayerId },
  'cases.hand_over': { method: 'PUT', path: '/api/care/cases/{id}/offer', access: 'care', ...prayerId },
  'cases.close': { method: 'POST', path: '/api/care/cases/{id}/close', access: 'care', ...prayerId },
  'cases.reopen': { method: 'POST', path: '/api/care/cases/{id}/reopen', access: 'care', ...prayerId },
  'cases.looked': { method: 'POST', path: '/api/care/cases/{id}/looked', access: 'care', ...prayerId },
  'cases.own': { method: 'GET', path: '/api/prayers/{id}/case', access: 'member', ...prayerId },
  'cases.reply': { method: 'POST', path: '/api/prayers/{id}/case', access: 'member', ...prayerId },

  'alarms.state': { method: 'GET', path: '/api/care/alarms', access: 'care' },
  'alarms.own': { method: 'GET', path: '/api/prayers/{id}/alarm', access: 'member' },
  'alarms.set_number': { method: 'PUT', path: '/api/care/number', access: 'care' },
  'alarms.drill': { method: 'POST', path: '/api/care/alarms/drill', access: 'care' },
  'alarms.take': { method: 'POST', path: '/api/mail/alarm', access: 'visitor', credential: 'own' },

  'decisions.own': { method: 'GET', path: '/api/decisions', access: 'member' },
  'decisions.undo': { method: 'POST', path: '/api/decisions/undo', access: 'care' },

  'appeals.create': { method: 'POST', path: '/api/decisions/{id}/appeal', access: 'member' },
  'appeals.list': { method: 'GET', path: '/api/appeals', access: 'care' },
  'appeals.decide': { method: 'PUT', path: '/api/appeals/{id}', access: 'care' },

  'moderations.list': { method: 'GET', path: '/api/admin/prayers', access: 'moderator' },
  'moderations.act': { method: 'POST', path: '/api/admin/prayers', access: 'moderator' },

  'settings.list': { method: 'GET', path: '/api/admin/settings', access: 'admin' },
  'settings.read': { method: 'GET', path: '/api/admin/settings/{name}', access: 'admin' },
  'settings.try_address': { method: 'POST', path: '/api/admin/settings/site_address/try', access: 'admin' },
  'settings.write': { method: 'PUT', path: '/api/admin/settings/{name}', access: 'admin' },

  // In base64, with room for the name of the field.
  'logo.write': { method: 'PUT', path: '/api/admin/logo', access: 'admin', bodyLimit: 360 * 1024 },
  'logo.remove': { method: 'DELETE', path: '/api/admin/logo', access: 'admin' },

  'mail_server.read': { method: 'GET', path: '/api/admin/mail-server', access: 'admin' },
  'mail_server.write': { method: 'PUT', path: '/api/admin/mail-server', access: 'admin' },
  'mail_server.remove': { method: 'DELETE', path: '/api/admin/mail-server', access: 'admin' },

  'backups.list': { method: 'GET', path: '/api/admin/backups', access: 'admin' },
  'backups.make': { method: 'POST', path: '/api/admin/backups', access: 'admin' },
  'backups.download': { method: 'POST', path: '/api/admin/backups/{name}/download', access: 'admin' },
  'backups.rehearse': { method: 'POST', path: '/api/admin/backups/{name}/rehearse', access: 'admin' },
  'backups.set_place': { method: 'PUT', path: '/api/admin/backup-place', access: 'admin' },
  'backups.read': { method: 'POST', path: '/api/admin/backups/{name}/read', access: 'admin' },

  'checks.list': { method: 'GET', path: '/api/admin/checks', access: 'admin' },
  'checks.run': { method: 'POST', path: '/api/admin/checks/{name}', access: 'admin' },
  'checks.server': { method: 'GET', path: '/api/admin/server', access: 'admin' },

  'desk.mark_step': { method: 'PUT', path: '/api/desk/opening', access: 'admin' },
  'desk.today': { method: 'GET', path: '/api/desk/today', access: 'care' },

  'stats.read': { method: 'GET', path: '/api/admin/stats', access: 'admin' },

  'categories.list': { method: 'GET', path: '/api/categories', access: 'visitor', replica: true, alike: true },
  'categories.counts': { method: 'GET', path: '/api/categories/counts', access: 'visitor', replica: true, alike: true },
  'categories.one': { method: 'GET', path: '/api/categories/{id}', access: 'visitor', replica: true },
  'categories.create': { method: 'POST', path: '/api/categories', access: 'admin' },
  'categories.edit': { method: 'PUT', path: '/api/categories/{id}', access: 'admin' },
  'categories.order': { method: 'PUT', path: '/api/categories/{id}/order', access: 'admin' },
  'categories.delete': { method: 'DELETE', path: '/api/categories/{id}', access: 'admin' },

  'themes.list': { method: 'GET', path: '/api/themes', access: 'visitor', replica: true },
  'themes.default': { method: 'GET', path: '/api/themes/default', access: 'visitor', replica: true },
  'themes.one': { method: 'GET', path: '/api/themes/{id}', access: 'visitor', replica: true },
  'themes.create': { method: 'POST', path: '/api/themes', access: 'admin' },
  'themes.set_default': { method: 'POST', path: '/api/themes/default', access: 'admin' },
  'themes.edit': { method: 'PUT', path: '/api/themes/{id}', access: 'admin' },
  'themes.delete': { method: 'DELETE', path: '/api/themes/{id}', access: 'admin' },
  'themes.clone': { method: 'POST', path: '/api/themes/{id}/clone', access: 'admin' },
  'themes.set_order': { method: 'PUT', path: '/api/themes/{id}/order', access: 'admin' },
  'themes.set_orders': { method: 'POST', path: '/api/themes/update-orders', access: 'admin' },
  'themes.default_setting': { method: 'GET', path: '/admin/settings/default_theme', access: 'admin' },
  'themes.set_default_setting': { method: 'POST', path: '/admin/settings/default_theme', access: 'admin' },

  'announcements.list': { method: 'GET', path: '/api/admin/announcements', access: 'admin' },
  'announcements.write': { method: 'PUT', path: '/api/admin/announcements', access: 'admin' },

  'imprint.read': { method: 'GET', path: '/api/admin/imprint', access: 'admin' },
  'imprint.write': { method: 'PUT', path: '/api/admin/imprint', access: 'admin' },

  'content.list': { method: 'GET', path: '/api/content', access: 'visitor', replica: true },
  'content.footer': { method: 'GET', path: '/api/content/footer', access: 'visitor', replica: true, alike: true },
  'content.one': { method: 'GET', path: '/api/content/{slug}', access: 'visitor', replica: true },
  'content.create': { method: 'POST', path: '/api/content', access: 'admin' },
  'content.create_many': { method: 'POST', path: '/api/content/batch', access: 'admin' },
  'content.update': { method: 'PUT', path: '/api/content/{id}', access: 'member' },
  'content.manage_list': { method: 'GET', path: '/api/admin/content', access: 'admin' },
  'content.manage_create': { method: 'POST', path: '/api/admin/content', access: 'admin' },
  'content.manage_one': { method: 'GET', path: '/api/admin/content/{id}', access: 'admin' },
  'content.manage_edit': { method: 'PUT', path: '/api/admin/content/{id}', access: 'admin' },
  'content.manage_delete': { method: 'DELETE', path: '/api/admin/content/{id}', access: 'admin' },
  'content.manage_many': { method: 'POST', path: '/api/admin/content/batch', access: 'admin' },
  'content.versions': { method: 'GET', path: '/api/admin/content/{id}/versions', access: 'admin' },
  'content.version': { method: 'GET', path: '/api/admin/content/{id}/versions/{version_id}', access: 'admin' },
  'content.restore': { method: 'POST', path: '/api/admin/content/{id}/versions/{version_id}/restore', access: 'admin' },
  'content.draft': { method: 'GET', path: '/api/admin/content-draft', access: 'admin' },
  'content.keep_draft': { method: 'PUT', path: '/api/admin/content-draft', access: 'admin' },
  'content.forget_draft': { method: 'DELETE', path: '/api/admin/content-draft', access: 'admin' },

  'notifications.active': { method: 'GET', path: '/api/notifications/active', access: 'visitor', replica: true },
  'notifications.list': { method: 'GET', path: '/api/notifications', access: 'member', replica: true },
  'notifications.edit': { method: 'PUT', path: '/api/notifications/{id}', access: 'member' },
  'notifications.unread': { method: 'GET', path: '/api/notifications/unread', access: 'member', replica: true },
  'notifications.read_all': { method: 'POST', path: '/api/notifications/read-all', access: 'member' },
  'notifications.stop_emails': {
    method: 'POST',
    path: '/api/mail/stop/{token}',
    access: 'visitor',
    credential: 'own',
    oneClick: true,
  },
  'calendar_feeds.read': { method: 'GET', path: '/api/calendar', access: 'member' },
  'calendar_feeds.make': { method: 'POST', path: '/api/calendar', access: 'member' },
  'calendar_feeds.withdraw': { method: 'DELETE', path: '/api/calendar', access: 'member' },
  'calendar_feeds.open': { method: 'GET', path: '/api/calendar/{file}', access: 'visitor', credential: 'own' },
  'notifications.pray_by_email': { method: 'POST', path: '/api/mail/prayed', access: 'visitor', credential: 'own' },

  'groups.list': { method: 'GET', path: '/api/groups', access: 'member', replica: true },
  'groups.create': { method: 'POST', path: '/api/groups', access: 'member' },
  'groups.one': { method: 'GET', path: '/api/groups/{id}', access: 'member', replica: true },
  // A group may come back with its newest requests.
  'groups.edit': { method: 'PUT', path: '/api/groups/{id}', access: 'member', bodyLimit: 1_048_576 },
  'groups.delete': { method: 'DELETE', path: '/api/groups/{id}', access: 'member' },
  'groups.join': { method: 'POST', path: '/api/groups/{id}/join', access: 'member' },
  'groups.leave': { method: 'POST', path: '/api/groups/{id}/leave', access: 'member' },
  'groups.see': { method: 'POST', path: '/api/groups/{id}/seen', access: 'member' },
  'groups.members': { method: 'GET', path: '/api/groups/{id}/members', access: 'member', replica: true },
  'groups.edit_member': { method: 'PUT', path: '/api/groups/{id}/members/{userId}', access: 'member' },
  'groups.delete_member': { method: 'DELETE', path: '/api/groups/{id}/members/{userId}', access: 'member' },
  'groups.invites': { method: 'GET', path: '/api/groups/{id}/invites', access: 'member' },
  'groups.create_invite': { method: 'POST', path: '/api/groups/{id}/invites', access: 'member' },
  'groups.delete_invite': { method: 'DELETE', path: '/api/groups/{id}/invites/{inviteId}', access: 'member' },
  'groups.invited_to': { method: 'GET', path: '/api/invites/{code}', access: 'member' },
  'groups.accept_invite': { method: 'POST', path: '/api/invites/{code}/accept', access: 'member' },

  'group_summaries.read': { method: 'GET', path: '/api/groups/{id}/summary', access: 'member' },
  'group_summaries.choose': { method: 'PUT', path: '/api/groups/{id}/summary', access: 'member' },
  'group_summaries.take': { method: 'PUT', path: '/api/groups/{id}/summary/mine', access: 'member' },
  'group_summaries.readers': { method: 'GET', path: '/api/groups/{id}/readers', access: 'member' },
  'group_summaries.add_readers': { method: 'POST', path: '/api/groups/{id}/readers', access: 'member' },
  'group_summaries.remove_reader': { method: 'DELETE', path: '/api/groups/{id}/readers/{readerId}', access: 'member' },
  'group_summaries.confirm': { method: 'POST', path: '/api/mail/summaries/yes', access: 'visitor', credential: 'own' },
  'group_summaries.stop': {
    method: 'POST',
    path: '/api/mail/summaries/stop/{token}',
    access: 'visitor',
    credential: 'own',
    oneClick: true,
  },

  'prayers.list': { method: 'GET', path: '/api/prayers', access: 'visitor', replica: true, ...prayerId },
  'prayers.of_groups': { method: 'GET', path: '/api/prayers/groups', access: 'member', replica: true, ...prayerId },
  'prayers.in_group': { method: 'GET', path: '/api/groups/{id}/prayers', access: 'member', replica: true },
  'prayers.create_in_group': { method: 'POST', path: '/api/groups/{id}/prayers', access: 'member' },
  'prayers.delete_from_group': { method: 'DELETE', path: '/api/groups/{id}/prayers/{prayerId}', access: 'member' },
  'prayers.create': { method: 'POST', path: '/api/prayers', access: 'member', ...prayerId },
  'prayers.categories_of': {
    method: 'GET',
    path: '/api/prayers/categories',
    access: 'visitor',
    replica: true,
    ...prayerId,
  },
  'prayers.one': { method: 'GET', path: '/api/prayers/{id}', access: 'visitor', replica: true, ...prayerId },
  'prayers.edit': { method: 'PUT', path: '/api/prayers/{id}', access: 'member', ...prayerId },
  'prayers.delete': { method: 'DELETE', path: '/api/prayers/{id}', access: 'member', ...prayerId },
  'prayers.delete_batch': { method: 'DELETE', path: '/api/prayers/batch', access: 'member', ...prayerId },
  'prayers.pray': { method: 'POST', path: '/api/prayers/{id}/pray', access: 'member', ...prayerId },
  'prayers.unpray': { method: 'DELETE', path: '/api/prayers/{id}/pray', access: 'member', ...prayerId },
  'prayers.follow': { method: 'POST', path: '/api/prayers/{id}/follow', access: 'member', ...prayerId },
  'prayers.unfollow': { method: 'DELETE', path: '/api/prayers/{id}/follow', access: 'member', ...prayerId },
  'prayers.edits': { method: 'GET', path: '/api/prayers/{id}/edits', access: 'moderator', ...prayerId },
  'prayers.lines': { method: 'GET', path: '/api/prayers/{id}/lines', access: 'member', ...prayerId },
  'prayers.leave_line': { method: 'POST', path: '/api/prayers/{id}/lines', access: 'member', ...prayerId },
  'prayers.delete_line': { method: 'DELETE', path: '/api/prayers/{id}/lines/{lineId}', access: 'member', ...prayerId },
  'prayers.updates': {
    method: 'GET',
    path: '/api/prayers/{id}/updates',
    access: 'visitor',
    replica: true,
    ...prayerId,
  },
  'prayers.categories': {
    method: 'GET',
    path: '/api/prayers/{id}/categories',
    access: 'visitor',
    replica: true,
    ...prayerId,
  },
  'prayers.in_category': { method: 'GET', path: '/api/categories/{id}/prayers', access: 'visitor', replica: true },

  'updates.create': { method: 'POST', path: '/api/prayers/{id}/updates', access: 'member', ...prayerId },
  'updates.edit': { method: 'PUT', path: '/api/prayers/{id}/updates/{updateId}', access: 'member', ...prayerId },
  'updates.delete': { method: 'DELETE', path: '/api/prayers/{id}/updates/{updateId}', access: 'member', ...prayerId },

  'classifications.replace_links': {
    method: 'PUT',
    path: '/api/prayers/{id}/categories',
    access: 'member',
    ...prayerId,
  },
  'classifications.add_links': { method: 'POST', path: '/api/prayers/{id}/categories', access: 'member', ...prayerId },
  'classifications.remove_links': {
    method: 'DELETE',
    path: '/api/prayers/{id}/categories',
    access: 'member',
    ...prayerId,
  },
  'classifications.recategorize': {
    method: 'POST',
    path: '/api/prayers/{id}/recategorize',
    access: 'member',
    ...prayerId,
  },
  'classifications.recategorize_many': {
    method: 'POST',
    path: '/api/prayers/recategorize',
    access: 'admin',
    ...prayerId,
  },
  'classifications.progress': { method: 'GET', path: '/api/prayers/recategorize', access: 'admin', ...prayerId },
  'classifications.cancel': { method: 'DELETE', path: '/api/prayers/recategorize', access: 'admin', ...prayerId },
  'classifications.doubted': { method: 'GET', path: '/api/prayers/miscategorized', access: 'moderator', ...prayerId },
  'classifications.shares': { method: 'GET', path: '/api/admin/categories', access: 'admin' },
  'classifications.machine_links': { method: 'GET', path: '/api/categories/machine-generated', access: 'moderator' },

  'translations.create': { method: 'POST', path: '/api/translations', access: 'visitor' },

  // A recording of MAX_RECORDING_BYTES in base64, and 1 KiB for the rest.
  'speech.recognize': { method: 'POST', path: '/api/voices/recognize', access: 'member', bodyLimit: 2_561_024 },
  'speech.synthesize': { method: 'POST', path: '/api/voices/synthesize', access: 'visitor' },

  'reactions.create': { method: 'POST', path: '/api/reactions', access: 'member' },
  'reactions.delete': { method: 'DELETE', path: '/api/reactions/{id}', access: 'member' },

  'live.stream': { method: 'GET', path: '/api/events', access: 'member' },

  'today.read': { method: 'GET', path: '/api/today', access: 'member' },
  'today.choose': { method: 'PUT', path: '/api/today', access: 'member' },

  'prayer_lists.list': { method: 'GET', path: '/api/prayer-lists', access: 'member', replica: true },
  'prayer_lists.create': { method: 'POST', path: '/api/prayer-lists', access: 'member' },
  'prayer_lists.order': { method: 'PUT', path: '/api/prayer-lists/order', access: 'member' },
  'prayer_lists.one': { method: 'GET', path: '/api/prayer-lists/{id}', access: 'member', replica: true },
  'prayer_lists.rename': { method: 'PUT', path: '/api/prayer-lists/{id}', access: 'member' },
  'prayer_lists.delete': { method: 'DELETE', path: '/api/prayer-lists/{id}', access: 'member' },
  'prayer_lists.add': { method: 'POST', path: '/api/prayer-lists/{id}/items', access: 'member' },
  'prayer_lists.order_items': { method: 'PUT', path: '/api/prayer-lists/{id}/items', access: 'member' },
  'prayer_lists.remove': { method: 'DELETE', path: '/api/prayer-lists/{id}/items/{prayerId}', access: 'member' },
  'prayer_lists.reminders': { method: 'GET', path: '/api/reminders', access: 'member' },
  'prayer_lists.remind': { method: 'POST', path: '/api/reminders', access: 'member' },
  'prayer_lists.pause_reminder': { method: 'PUT', path: '/api/reminders/{id}', access: 'member' },
  'prayer_lists.forget_reminder': { method: 'DELETE', path: '/api/reminders/{id}', access: 'member' },

  'reports.create': { method: 'POST', path: '/api/prayers/{id}/report', access: 'member', ...prayerId },
  'reports.list': { method: 'GET', path: '/api/reports', access: 'moderator' },
  'reports.one': { method: 'GET', path: '/api/reports/{id}', access: 'moderator' },
  'reports.decide': { method: 'PUT', path: '/api/reports/{id}', access: 'moderator' },
  'reports.claim': { method: 'POST', path: '/api/reports/{id}/claim', access: 'moderator' },
  'reports.release': { method: 'DELETE', path: '/api/reports/{id}/claim', access: 'moderator' },
} as const satisfies Record<`${string}.${string}`, Endpoint>

export type EndpointName = keyof typeof endpoints

/** The facts of an endpoint, with those that only some have. */
export const factsOf = (name: EndpointName): Endpoint => endpoints[name]
