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

  'categories.list': ['GET', '/api/categories', 'visitor'],
  'categories.counts': ['GET', '/api/categories/counts', 'visitor'],
  'categories.one': ['GET', '/api/categories/{id}', 'visitor'],
  'categories.create': ['POST', '/api/categories', 'admin'],
  'categories.edit': ['PUT', '/api/categories/{id}', 'admin'],
  'categories.order': ['PUT', '/api/categories/{id}/order', 'admin'],
  'categories.delete': ['DELETE', '/api/categories/{id}', 'admin'],

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
