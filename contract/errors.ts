/**
 * Every error of an endpoint: code → [HTTP status, English sentence]. Other languages: `messages/<lang>/errors.json`.
 * Some sentences are part of the API and must not be reworded.
 */
export const errors = {
  'request.invalid': [400, 'Some of what was sent is not right. Please check the marked fields.'],
  'request.malformed': [400, 'The request could not be read. Nothing was saved.'],
  'request.too_large': [413, 'That is too much at once. Please shorten it.'],
  'request.unsupported_media_type': [415, 'Send JSON in UTF-8, with the content type application/json.'],
  'request.not_utf8': [400, 'Send the body as UTF-8 without a byte order mark. Nothing was saved.'],
  'request.repeated_member': [400, 'A member is named twice in one object. Name each of them once. Nothing was saved.'],
  'request.bad_address': [
    400,
    'Send the path alone and plainly: no host before it, no dots for folders, and no percent codes for letters, digits, - . _ or ~.',
  ],
  'request.several_hosts': [400, 'Send exactly one Host header.'],
  'request.not_found': [404, 'There is nothing here.'],
  'request.method_not_allowed': [405, 'This address does not take that kind of request.'],
  'request.forbidden': [403, 'You may not do this.'],
  'request.cross_site': [403, 'This request came from another site and was refused.'],
  'request.too_many': [429, 'Too many tries in a short time. Please wait a moment and try again.'],
  'request.timeout': [408, 'The request took too long to arrive.'],
  'request.key_reused': [409, 'This Idempotency-Key was already used for something else.'],
  'request.in_progress': [409, 'The same request is still being handled. Please wait a moment.'],

  'server.unavailable': [503, 'The service is busy right now. Nothing was saved; please try again in a moment.'],
  'server.failed': [500, 'Something went wrong on our side. Please try again.'],

  'sessions.required': [401, 'Authentication failed'],
  'sessions.wrong_credentials': [400, 'Authentication failed. Please try again.'],
  'sessions.suspended': [403, 'This account is suspended. Please write to the people who run this site.'],
  'sessions.email_taken': [409, 'There is already an account with this email. Sign in instead.'],
  'sessions.common_password': [400, 'This password is on lists that others guess from. Please choose another.'],
  'sessions.busy': [503, 'Many people are signing in right now. Please try again in a few seconds.'],
  'sessions.confirmation_needed': [403, 'Please enter your password again to do this.'],
  'sessions.wrong_password': [400, 'This is not your password. Please try again.'],
  'sessions.not_found': [404, 'This device is signed out already.'],
  'sessions.deleting': [403, 'This account is about to be deleted. Sign in to keep it, or leave it to be deleted.'],
  'sessions.awaiting_approval': [403, 'The people who run this site have not let you in yet. They will write to you.'],
  'sessions.set_up_done': [
    404,
    'This set-up link has been used or has expired. If there is no administrator yet, start the server again for a new one.',
  ],

  'sessions.second_factor_needed': [403, 'Please enter the code of your authenticator app.'],
  'sessions.second_factor_required': [
    403,
    'Your role needs a second step when signing in. Set one up in your profile, then sign in with it.',
  ],

  'second_factors.wrong_code': [400, 'This code is not right, or was used before. Please wait for the next one.'],
  'second_factors.already': [409, 'Codes of an authenticator app are already set up.'],
  'second_factors.none': [404, 'There is no such second step.'],
  'second_factors.passkey_refused': [400, 'This passkey did not work. Please try again, or use your password.'],
  'second_factors.too_many_passkeys': [409, 'You have ten passkeys already. Please remove one first.'],
  'passwords.link_expired': [400, 'This link has been used or has expired. Please ask for a new one.'],
  'passwords.same_as_before': [400, 'This is the password you already have. Please choose another one.'],
  'emails.link_expired': [400, 'This link has been used or has expired. Please ask for a new one.'],
  'emails.password_needed': [403, 'Enter the password you chose when you signed up.'],
  'emails.other_sign_up': [
    400,
    'That isn’t the password of this sign-up. If someone else used your address, sign up again with your own password.',
  ],
  'emails.not_verified': [403, 'Please confirm your email address first: open the link in the mail that we sent you.'],
  'invitations.needed': [403, 'You need an invitation to sign up here. Please ask the people who run this site.'],
  'invitations.link_expired': [
    400,
    'This invitation has been used up, was taken back or has expired. Please ask for a new one.',
  ],
  'invitations.other_address': [
    403,
    'This invitation is for another email address. Sign up with that one, or ask for an invitation of your own.',
  ],
  'invitations.not_found': [404, 'This invitation does not exist.'],
  'users.not_found': [404, 'This person does not exist.'],
  'users.last_admin': [409, 'This is the last administrator. Make somebody else an administrator first.'],
  'users.yourself': [409, 'You cannot do this to your own account.'],
  'users.not_active': [409, 'This account is not in a state in which that can be done.'],
  'settings.not_found': [404, 'There is no such setting.'],

  'categories.not_found': [404, 'This category does not exist.'],
  'categories.name_taken': [409, 'Another category has this name already. Please choose another.'],
  'categories.too_many': [400, 'A request can be in ten categories at most.'],
  'themes.not_found': [404, 'This theme does not exist.'],
  'themes.name_taken': [409, 'There is already a theme with this name. Please choose another.'],
  'themes.changed': [409, 'Somebody else has saved this theme in the meantime. Nothing was overwritten.'],
  'themes.is_default': [409, 'This is the default theme. Make another one the default first.'],
  'themes.low_contrast': [400, 'Some words would be hard to read in these colours. The marked colours are too alike.'],
  'themes.foreign_font': [400, 'Fonts come from this site, or from a host that the people who run it have named.'],

  'content.not_found': [404, 'This page does not exist, or it is not published.'],
  'content.slug_taken': [409, 'Another page has this address already. Please choose another.'],
  'content.changed': [409, 'Somebody else has saved this page in the meantime. Nothing was overwritten.'],
  'content.no_version': [404, 'This earlier version does not exist.'],
  'content.ends_too_soon': [400, 'The end must be after the beginning.'],
  'content.slug_needed': [400, 'A page needs an address: small letters, digits and hyphens.'],

  'groups.not_found': [404, 'This group does not exist.'],
  'groups.name_taken': [409, 'There is already a group with this name. Please choose another.'],
  'groups.too_many': [409, 'You already have as many groups as one person can own.'],
  'groups.leaders_only': [403, 'In this group only its leaders share requests.'],
  'groups.closed': [403, 'This group can only be joined with an invitation.'],
  'groups.last_owner': [409, 'You are the last owner. Make somebody else an owner first, or delete the group.'],
  'groups.no_member': [404, 'This person does not belong to the group.'],
  'groups.no_invite': [404, 'This invitation does not work any more. Please ask the group for a new one.'],
  'groups.too_many_invites': [409, 'There are many open invitations already. Please take some back first.'],

  'prayers.invalid_id': [400, 'Invalid prayer ID format. Must be a valid UUID.'],
  'prayers.not_found': [404, 'This prayer request does not exist, or it is no longer shared.'],
  'prayers.too_deep': [400, 'Pages beyond 500 are not served. Use cursor, with the next_cursor of the page before.'],
  'prayers.changed': [
    409,
    'This request was changed in the meantime, perhaps on another device. Nothing was overwritten.',
  ],
  'prayers.undo_too_late': [409, 'This can be taken back for a minute only. Your prayer stays counted.'],
  'prayers.too_many_this_hour': [429, 'You have shared many requests in the last hour. Please wait a little.'],

  'updates.not_found': [404, 'This update does not exist, or it is no longer shared.'],

  'classifications.prayer_not_found': [404, 'Prayer not found in database'],
  'classifications.no_content': [400, 'Prayer has no content to classify'],
  'classifications.running': [409, 'All requests are being sorted already. Wait until that is done, or cancel it.'],
  'classifications.not_running': [404, 'Nothing is being sorted at the moment.'],
  'classifications.html_answer': [502, 'Server returned HTML instead of JSON response'],
  'classifications.server_error': [502, 'Server error: {status} {statusText}'],
  'classifications.failed': [502, 'Failed to recategorize prayer'],
  'classifications.invalid_format': [502, 'Invalid classification response format'],
  'classifications.invalid_response': [502, 'Invalid response from classification service'],
  'classifications.update_failed': [500, 'Classification succeeded but database update failed'],
  'classifications.cancelled': [503, 'Request was cancelled'],
  'classifications.unreachable': [
    503,
    'Could not connect to the classification server. Please check if the server is running.',
  ],
  'classifications.timed_out': [504, 'Classification request timed out. Please try again.'],
  'classifications.failed_many': [502, 'Failed to recategorize prayers'],
  'classifications.server_returned': [502, 'Server returned {status} {statusText}: {preview}'],
  'classifiers.unknown_model': [400, 'There is no such model here.'],
  'classifiers.nothing_learned': [409, 'Nothing has been learned yet that could be taken back.'],

  'translations.stays_here': [403, 'This request does not leave this site, so it cannot be translated here.'],
  'translations.unavailable': [503, 'This site has no translation service.'],
  'translations.consent_needed': [403, 'Nothing is sent to a translation service before you agree to it.'],

  'voices.stays_here': [403, 'This request does not leave this site, so no service reads it out.'],
  'voices.unavailable': [503, 'This site has no speech service.'],
  'voices.consent_needed': [403, 'Nothing is sent to a speech service before you agree to it.'],
  'voices.failed': [502, 'The speech service did not answer. Please try again later.'],

  'reactions.not_found': [404, 'This reaction does not exist.'],

  'notifications.not_found': [404, 'This notice does not exist.'],

  'prayer_lists.not_found': [404, 'This prayer list does not exist.'],
  'prayer_lists.too_many': [409, 'You have fifty prayer lists already. Please delete one first.'],
  'prayer_lists.full': [409, 'There are five hundred requests in this list already. Please remove one first.'],
  'prayer_lists.no_reminder': [404, 'This reminder does not exist.'],
  'prayer_lists.too_many_reminders': [409, 'You have a hundred reminders already. Please delete one first.'],

  'reports.not_found': [404, 'This report does not exist, or what it is about can no longer be looked at.'],
  'reports.wrong_assignee': [400, 'Only a moderator or an administrator can look after a report.'],
  'reports.claimed': [409, 'Somebody else looks after this report. Ask them, or choose another one.'],

  'events.too_many': [429, 'Too many pages are open at once. Close some of them.'],

  'holds.not_staff': [400, 'Only people of the care team, moderators and administrators can be on call.'],

  'decisions.not_found': [404, 'This decision does not exist, or it was taken back.'],
  'decisions.undo_too_late': [409, 'A decision can be taken back for ten minutes only.'],

  'appeals.not_possible': [409, 'This decision was answered before, or it is too long ago.'],
  'appeals.own_decision': [403, 'Somebody else should look at what you decided.'],
} as const satisfies Record<`${string}.${string}`, readonly [status: number, sentence: string]>

export type ErrorCode = keyof typeof errors

/** Default `Retry-After` of refusals without one of their own. Seconds. */
export const retryAfterSeconds: Partial<Record<ErrorCode, number>> = {
  'server.unavailable': 2,
  'classifications.unreachable': 60,
  'classifications.cancelled': 2,
  'sessions.busy': 5,
  'request.too_many': 60,
  'request.in_progress': 1,
  'prayers.too_many_this_hour': 600,
}

/** What a program does after an error that it can resolve. People are asked by the pages instead. */
export const hints: Partial<Record<ErrorCode, string>> = {
  'sessions.confirmation_needed':
    'Send {"password": "…"} to POST /api/auth/confirm, then send this again within five minutes.',
}

/**
 * What codes were called before. For one version a problem keeps the old name as its `code`, for clients that compare with
 * it, and carries the new one as `alias`; then the line goes, and `code` is the new one.
 */
export const formerCodes: Partial<Record<ErrorCode, string>> = {
  'prayers.too_many_this_hour': 'prayers.too_many_today',
}

/**
 * An error of one member of the input. `path` is dotted ("title", "ids.2"); the rest are the values that its sentence
 * needs.
 */
export interface FieldError {
  path: string
  code:
    | 'required'
    | 'too_short'
    | 'too_long'
    | 'not_allowed'
    | 'unreadable'
    | 'wrong_type'
    | 'unknown_member'
    | 'repeated'
  detail: string
  minimum?: number
  maximum?: number
}

/** Response body of every error: RFC 9457, `application/problem+json`. */
export interface Problem {
  type: string
  title: string
  status: number
  detail: string
  /** An `ErrorCode`, or the former name of one. */
  code: string
  /** The code, where `code` is its former name. */
  alias?: ErrorCode
  errors?: FieldError[]
  /** What a program can do about it. In English; not for people. */
  hint?: string
}
