/**
 * Who may call an endpoint at all. Finer rules ("is it theirs?") live in the feature's `*.rules.ts`.
 * `visitor`: everybody. `member`: anyone signed in. The others: that role or a higher one.
 */
export type Access = 'visitor' | 'member' | 'care' | 'moderator' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Endpoints = Record<`${string}.${string}`, readonly [method: Method, path: `/${string}`, access: Access]>

/** Every call of the server, by name. Free of zod: this is the one part of the contract that the browser loads. */
export const endpoints = {
  'sessions.how_to_sign_up': ['GET', '/api/auth/signup', 'visitor'],
  'sessions.sign_up': ['POST', '/api/auth/signup', 'visitor'],
  'sessions.sign_in': ['POST', '/api/auth/signin', 'visitor'],
  'sessions.begin_passkey': ['POST', '/api/auth/passkey/options', 'visitor'],
  'sessions.sign_in_with_passkey': ['POST', '/api/auth/passkey', 'visitor'],
  'sessions.sign_out': ['POST', '/api/auth/signout', 'visitor'],
  'sessions.refresh': ['POST', '/api/auth/refresh', 'visitor'],
  'sessions.current': ['GET', '/api/auth/session', 'member'],
  'sessions.confirm': ['POST', '/api/auth/confirm', 'member'],
  'sessions.set_up': ['POST', '/api/auth/setup', 'visitor'],

  'accounts.own': ['GET', '/api/auth/profile', 'member'],
  'accounts.edit_own': ['PUT', '/api/auth/profile', 'member'],
  'accounts.list': ['GET', '/api/users', 'admin'],
  'accounts.set_role': ['PUT', '/api/users/{id}/role', 'admin'],
  'accounts.profile': ['GET', '/api/users/{id}/profile', 'member'],
  'accounts.edit_profile': ['PUT', '/api/users/{id}/profile', 'member'],
  'accounts.suspend': ['POST', '/api/users/{id}/suspend', 'moderator'],
  'accounts.unsuspend': ['POST', '/api/users/{id}/unsuspend', 'moderator'],

  'preferences.read': ['GET', '/api/users/{id}/preferences', 'member'],
  'preferences.write': ['PUT', '/api/users/{id}/preferences', 'member'],
  'preferences.theme': ['GET', '/api/themes/preference/{userId}', 'member'],
  'preferences.choose_theme': ['POST', '/api/themes/preference/{userId}', 'member'],

  'devices.list': ['GET', '/api/auth/sessions', 'member'],
  'devices.end': ['DELETE', '/api/auth/sessions/{id}', 'member'],
  'devices.end_all': ['POST', '/api/auth/signout-all', 'member'],

  'deletions.plan': ['DELETE', '/api/users/{id}', 'member'],
  'exports.make': ['POST', '/api/users/{id}/export', 'member'],
  'audits.list': ['GET', '/api/admin/audit', 'admin'],

  'second_factors.list': ['GET', '/api/auth/second-factors', 'member'],
  'second_factors.begin_totp': ['POST', '/api/auth/totp', 'member'],
  'second_factors.finish_totp': ['POST', '/api/auth/totp/confirm', 'member'],
  'second_factors.end_totp': ['DELETE', '/api/auth/totp', 'member'],
  'second_factors.renew_recovery_codes': ['POST', '/api/auth/recovery-codes', 'member'],
  'second_factors.begin_passkey': ['POST', '/api/auth/passkeys/options', 'member'],
  'second_factors.finish_passkey': ['POST', '/api/auth/passkeys', 'member'],
  'second_factors.delete_passkey': ['DELETE', '/api/auth/passkeys/{id}', 'member'],
  'passwords.forgot': ['POST', '/api/auth/forgot-password', 'visitor'],
  'passwords.reset': ['POST', '/api/auth/reset-password', 'visitor'],
  'passwords.change': ['POST', '/api/auth/change-password', 'member'],

  'emails.verify': ['POST', '/api/auth/verify-email', 'visitor'],
  'emails.resend': ['POST', '/api/auth/resend-verification', 'member'],
  'emails.change': ['PUT', '/api/users/{id}/email', 'member'],

  'invitations.create': ['POST', '/api/invitations', 'moderator'],
  'invitations.list': ['GET', '/api/invitations', 'moderator'],
  'invitations.revoke': ['DELETE', '/api/invitations/{id}', 'moderator'],
  'invitations.create_account': ['POST', '/api/users', 'admin'],
  'invitations.awaiting': ['GET', '/api/users/awaiting-approval', 'moderator'],
  'invitations.approve': ['POST', '/api/users/{id}/approve', 'moderator'],
  'invitations.decline': ['POST', '/api/users/{id}/decline', 'moderator'],

  'classifiers.classify': ['POST', '/api/classify', 'visitor'],
  'classifiers.suggest': ['POST', '/api/suggestions', 'member'],
  'classifiers.models': ['GET', '/api/models', 'admin'],

  'helplines.list': ['GET', '/api/helplines', 'visitor'],
  'helplines.check': ['GET', '/api/admin/helplines', 'admin'],

  'holds.list': ['GET', '/api/prayers/held', 'care'],
  'holds.publish': ['POST', '/api/prayers/{id}/publish', 'care'],
  'holds.keep': ['POST', '/api/prayers/{id}/keep_held', 'care'],
  'holds.acknowledge': ['POST', '/api/prayers/{id}/acknowledge', 'care'],

  'settings.list': ['GET', '/api/admin/settings', 'admin'],
  'settings.read': ['GET', '/api/admin/settings/{name}', 'admin'],
  'settings.write': ['PUT', '/api/admin/settings/{name}', 'admin'],

  'categories.list': ['GET', '/api/categories', 'visitor'],
  'categories.counts': ['GET', '/api/categories/counts', 'visitor'],
  'categories.one': ['GET', '/api/categories/{id}', 'visitor'],
  'categories.create': ['POST', '/api/categories', 'admin'],
  'categories.edit': ['PUT', '/api/categories/{id}', 'admin'],
  'categories.order': ['PUT', '/api/categories/{id}/order', 'admin'],
  'categories.delete': ['DELETE', '/api/categories/{id}', 'admin'],

  'themes.list': ['GET', '/api/themes', 'visitor'],
  'themes.default': ['GET', '/api/themes/default', 'visitor'],
  'themes.one': ['GET', '/api/themes/{id}', 'visitor'],
  'themes.create': ['POST', '/api/themes', 'admin'],
  'themes.set_default': ['POST', '/api/themes/default', 'admin'],
  'themes.edit': ['PUT', '/api/themes/{id}', 'admin'],
  'themes.delete': ['DELETE', '/api/themes/{id}', 'admin'],
  'themes.clone': ['POST', '/api/themes/{id}/clone', 'admin'],
  'themes.set_order': ['PUT', '/api/themes/{id}/order', 'admin'],
  'themes.set_orders': ['POST', '/api/themes/update-orders', 'admin'],
  'themes.default_setting': ['GET', '/admin/settings/default_theme', 'admin'],
  'themes.set_default_setting': ['POST', '/admin/settings/default_theme', 'admin'],

  'content.list': ['GET', '/api/content', 'visitor'],
  'content.footer': ['GET', '/api/content/footer', 'visitor'],
  'content.one': ['GET', '/api/content/{slug}', 'visitor'],
  'content.create': ['POST', '/api/content', 'admin'],
  'content.create_many': ['POST', '/api/content/batch', 'admin'],
  'content.update': ['PUT', '/api/content/{id}', 'member'],
  'content.manage_list': ['GET', '/api/admin/content', 'admin'],
  'content.manage_create': ['POST', '/api/admin/content', 'admin'],
  'content.manage_one': ['GET', '/api/admin/content/{id}', 'admin'],
  'content.manage_edit': ['PUT', '/api/admin/content/{id}', 'admin'],
  'content.manage_delete': ['DELETE', '/api/admin/content/{id}', 'admin'],

  'notifications.active': ['GET', '/api/notifications/active', 'visitor'],
  'notifications.list': ['GET', '/api/notifications', 'member'],
  'notifications.edit': ['PUT', '/api/notifications/{id}', 'member'],
  'notifications.read_all': ['POST', '/api/notifications/read-all', 'member'],

  'prayers.list': ['GET', '/api/prayers', 'visitor'],
  'prayers.create': ['POST', '/api/prayers', 'member'],
  'prayers.categories_of': ['GET', '/api/prayers/categories', 'visitor'],
  'prayers.one': ['GET', '/api/prayers/{id}', 'visitor'],
  'prayers.edit': ['PUT', '/api/prayers/{id}', 'member'],
  'prayers.delete': ['DELETE', '/api/prayers/{id}', 'member'],
  'prayers.delete_batch': ['DELETE', '/api/prayers/batch', 'member'],
  'prayers.pray': ['POST', '/api/prayers/{id}/pray', 'member'],
  'prayers.unpray': ['DELETE', '/api/prayers/{id}/pray', 'member'],
  'prayers.follow': ['POST', '/api/prayers/{id}/follow', 'member'],
  'prayers.unfollow': ['DELETE', '/api/prayers/{id}/follow', 'member'],
  'prayers.updates': ['GET', '/api/prayers/{id}/updates', 'visitor'],
  'prayers.categories': ['GET', '/api/prayers/{id}/categories', 'visitor'],
  'prayers.in_category': ['GET', '/api/categories/{id}/prayers', 'visitor'],

  'updates.create': ['POST', '/api/prayers/{id}/updates', 'member'],
  'updates.edit': ['PUT', '/api/prayers/{id}/updates/{updateId}', 'member'],
  'updates.delete': ['DELETE', '/api/prayers/{id}/updates/{updateId}', 'member'],

  'classifications.replace_links': ['PUT', '/api/prayers/{id}/categories', 'member'],
  'classifications.add_links': ['POST', '/api/prayers/{id}/categories', 'member'],
  'classifications.remove_links': ['DELETE', '/api/prayers/{id}/categories', 'member'],
  'classifications.recategorize': ['POST', '/api/prayers/{id}/recategorize', 'member'],
  'classifications.recategorize_many': ['POST', '/api/prayers/recategorize', 'admin'],
  'classifications.progress': ['GET', '/api/prayers/recategorize', 'admin'],
  'classifications.cancel': ['DELETE', '/api/prayers/recategorize', 'admin'],
  'classifications.doubted': ['GET', '/api/prayers/miscategorized', 'moderator'],
  'classifications.machine_links': ['GET', '/api/categories/machine-generated', 'moderator'],

  'reactions.create': ['POST', '/api/reactions', 'member'],
  'reactions.delete': ['DELETE', '/api/reactions/{id}', 'member'],

  'reports.create': ['POST', '/api/prayers/{id}/report', 'member'],
  'reports.list': ['GET', '/api/reports', 'moderator'],
  'reports.one': ['GET', '/api/reports/{id}', 'moderator'],
  'reports.decide': ['PUT', '/api/reports/{id}', 'moderator'],
} as const satisfies Endpoints

export type EndpointName = keyof typeof endpoints
