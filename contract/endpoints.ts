/**
 * Who may call an endpoint at all. Finer rules ("is it theirs?") live in the feature's `*.rules.ts`.
 * `visitor`: everybody. `member`: anyone signed in. The others: that role or a higher one.
 */
export type Access = 'visitor' | 'member' | 'care' | 'moderator' | 'admin'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Endpoints = Record<`${string}.${string}`, readonly [method: Method, path: `/${string}`, access: Access]>

/** Every call of the server, by name. Free of zod: this is the one part of the contract that the browser loads. */
export const endpoints = {
  'sessions.sign_up': ['POST', '/api/auth/signup', 'visitor'],
  'sessions.sign_in': ['POST', '/api/auth/signin', 'visitor'],
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

  'categories.list': ['GET', '/api/categories', 'visitor'],
  'categories.counts': ['GET', '/api/categories/counts', 'visitor'],
  'categories.one': ['GET', '/api/categories/{id}', 'visitor'],

  'themes.list': ['GET', '/api/themes', 'visitor'],

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

  'prayers.list': ['GET', '/api/prayers', 'visitor'],
  'prayers.create': ['POST', '/api/prayers', 'member'],
  'prayers.categories_of': ['GET', '/api/prayers/categories', 'visitor'],
  'prayers.one': ['GET', '/api/prayers/{id}', 'visitor'],
  'prayers.edit': ['PUT', '/api/prayers/{id}', 'member'],
  'prayers.delete': ['DELETE', '/api/prayers/{id}', 'member'],
  'prayers.pray': ['POST', '/api/prayers/{id}/pray', 'member'],
  'prayers.updates': ['GET', '/api/prayers/{id}/updates', 'visitor'],
  'prayers.categories': ['GET', '/api/prayers/{id}/categories', 'visitor'],
  'prayers.in_category': ['GET', '/api/categories/{id}/prayers', 'visitor'],
} as const satisfies Endpoints

export type EndpointName = keyof typeof endpoints
