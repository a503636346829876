/**
 * Every error of an endpoint: code → [HTTP status, English sentence]. Other languages: `messages/<lang>/errors.json`.
 * Some sentences are part of the API and must not be reworded.
 */
export const errors = {
  'request.invalid': [400, 'Something here isn’t right. Please check the marked fields.'],
  'request.malformed': [400, 'We couldn’t read what was sent. Nothing was saved.'],
  'request.too_large': [413, 'That’s too much at once. Please shorten it.'],
  'request.unsupported_media_type': [415, 'Send JSON in UTF-8, with the content type application/json.'],
  'request.not_utf8': [400, 'Send the body as UTF-8 without a byte order mark. Nothing was saved.'],
  'request.repeated_member': [400, 'An object names the same member twice. Name each one once. Nothing was saved.'],
  'request.bad_address': [
    400,
    'Send only the path, plainly: no host before it, no dots for folders, and no percent codes for letters, digits, - . _ or ~.',
  ],
  'request.several_hosts': [400, 'Send exactly one Host header.'],
  'request.not_found': [404, 'There’s nothing here.'],
  'request.method_not_allowed': [405, 'This address doesn’t take this method.'],
  'request.forbidden': [403, 'You’re not allowed to do this.'],
  'request.cross_site': [403, 'This came from another site, so we refused it.'],
  'request.too_many': [429, 'Too many tries in a short time. Wait a moment, then try again.'],
  'request.key_reused': [409, 'This Idempotency-Key was already used for something else.'],
  'request.in_progress': [409, 'We’re still working on the same request. Please wait a moment.'],

  'server.unavailable': [503, 'This site is busy right now. Nothing was saved. Please try again in a moment.'],
  'server.failed': [500, 'Something went wrong on our side. Please try again.'],

  'sessions.required': [401, 'Authentication failed'],
  'sessions.wrong_credentials': [400, 'Authentication failed. Please try again.'],
  'sessions.wrong_mail_code': [
    400,
    'This code is wrong or has expired. Check the newest email, or ask for another code.',
  ],
  'sessions.suspended': [403, 'This account is suspended. Please write to the people who run this site.'],
  'sessions.email_taken': [409, 'This email already has an account. Sign in instead.'],
  'sessions.email_out_of_reach': [
    400,
    'Our mail server can’t write to this address: before the @ it understands only the letters a to z. Please use another address.',
  ],
  'sessions.common_password': [400, 'This password is too easy to guess. Please choose another.'],
  'sessions.busy': [503, 'Many people are signing in right now. Please try again in a few seconds.'],
  'sessions.confirmation_needed': [403, 'Please enter your password again to do this.'],
  'sessions.wrong_password': [400, 'That’s not your password. Please try again.'],
  'sessions.not_found': [404, 'This device is already signed out.'],
  'sessions.deleting': [403, 'This account is about to be deleted. Sign in and choose to keep it, or do nothing.'],
  'sessions.awaiting_approval': [403, 'Your account still has to be approved by the people who run this site.'],
  'sessions.set_up_done': [
    404,
    'This set-up link was already used or has expired. If there’s no administrator yet, start the server again for a new one.',
  ],

  'sessions.second_factor_needed': [403, 'Please enter the code from your authenticator app.'],
  'sessions.second_factor_required': [
    403,
    'Your role needs a second step to sign in. Set one up in your profile, then sign in with it.',
  ],

  'second_factors.wrong_code': [400, 'This code is wrong or was already used. Please wait for the next one.'],
  'second_factors.already': [409, 'You’ve already set up an authenticator app.'],
  'second_factors.none': [404, 'This second step isn’t set up.'],
  'second_factors.passkey_refused': [400, 'This passkey didn’t work. Try again, or use your password.'],
  'second_factors.too_many_passkeys': [409, 'You already have ten passkeys. Remove one first.'],
  'push_devices.bad_address': [400, 'We can’t send notifications to this browser.'],
  'push_devices.too_many': [409, 'Twenty of your devices get notifications already. Remove one first.'],
  'push_devices.not_found': [404, 'This device no longer gets notifications.'],
  'passwords.link_expired': [400, 'This link was already used or has expired. Please ask for a new one.'],
  'passwords.same_as_before': [400, 'That’s the password you already have. Please choose another.'],
  'emails.link_expired': [400, 'This link was already used or has expired. Please ask for a new one.'],
  'emails.password_needed': [403, 'Enter the password you chose when you signed up.'],
  'emails.other_sign_up': [
    400,
    'That isn’t the password of this sign-up. If someone else used your address, sign up again with your own password.',
  ],
  'emails.not_verified': [
    403,
    'Please confirm your email address first. Ask for an email in your profile, then open the link in it.',
  ],
  'invitations.needed': [403, 'You need an invitation to sign up here. Ask the people who run this site.'],
  'invitations.link_expired': [400, 'This invitation was used up, withdrawn or has expired. Please ask for a new one.'],
  'invitations.other_address': [
    403,
    'This invitation is for another email address. Sign up with that one, or ask for your own invitation.',
  ],
  'invitations.not_found': [404, 'We can’t find this invitation.'],
  'invitations.used': [409, 'This invitation has already been used, so it can’t be taken back.'],
  'users.not_found': [404, 'We can’t find this person.'],
  'users.last_admin': [409, 'This is the last administrator. Make someone else an administrator first.'],
  'users.yourself': [409, 'You can’t do this to your own account.'],
  'users.not_active': [409, 'That can’t be done with this account right now.'],
  'settings.in_environment': [409, 'Whoever runs the server has set this. It can’t be changed here.'],
  'settings.not_found': [404, 'This setting doesn’t exist.'],
  'logo.unreadable': [400, 'This isn’t a square PNG of at most 512 pixels and 256 KB. Nothing was changed.'],
  'mail_server.in_environment': [409, 'Whoever runs the server has set up email. It can’t be changed here.'],
  'mail_server.password_needed': [400, 'Please enter the password of this mailbox.'],
  'mail_server.unreachable': [
    400,
    'We couldn’t reach this mail server, or its certificate isn’t valid. Check its name and port. Nothing was changed.',
  ],
  'mail_server.wrong_password': [
    400,
    'The mail server didn’t accept the address or password. Many providers want an app password here. Nothing was changed.',
  ],
  'mail_server.refused': [400, 'The mail server answered, but didn’t take our test email. Nothing was changed.'],
  'backups.not_found': [404, 'This backup is gone. Newer ones take the place of old ones.'],
  'backups.damaged': [409, 'This backup is damaged, or of a newer version. Choose another one.'],
  'backups.place_missing': [
    400,
    'We can’t find this folder. Plug the drive in, or check the path. Nothing was changed.',
  ],
  'backups.place_inside': [
    400,
    'This folder belongs to the site itself. Choose one on another drive. Nothing was changed.',
  ],
  'backups.place_taken': [
    409,
    'Another site keeps its backups in this folder. Choose another one. Nothing was changed.',
  ],
  'backups.place_full': [400, 'There isn’t enough room in this folder. Nothing was changed.'],
  'backups.place_refused': [400, 'The site isn’t allowed to write to this folder. Nothing was changed.'],
  'backups.busy': [409, 'A backup is being downloaded right now. Try again when it’s done.'],
  'backups.elsewhere': [409, 'The backups of this site are made elsewhere.'],

  'categories.not_found': [404, 'We can’t find this category.'],
  'categories.name_taken': [409, 'Another category already has this name. Please choose another.'],
  'categories.too_many': [400, 'A request can have up to ten categories.'],
  'themes.not_found': [404, 'We can’t find this theme.'],
  'themes.name_taken': [409, 'Another theme already has this name. Please choose another.'],
  'themes.changed': [409, 'Someone else saved this theme while you were editing. Nothing was overwritten.'],
  'themes.is_default': [409, 'This is the default theme. Make another one the default first.'],
  'themes.low_contrast': [400, 'Some text would be hard to read in these colours. The marked colours are too alike.'],
  'themes.foreign_font': [400, 'Fonts can only come from this site, or from a host your operator allows.'],

  'content.not_found': [404, 'This page doesn’t exist, or isn’t published.'],
  'content.slug_taken': [409, 'Another page already has this address. Please choose another.'],
  'content.changed': [409, 'Someone else saved this page while you were editing. Nothing was overwritten.'],
  'content.no_version': [404, 'We can’t find this earlier version.'],
  'content.ends_too_soon': [400, 'The end has to be after the start.'],
  'content.slug_needed': [400, 'A page needs an address: lowercase letters, digits and hyphens.'],

  'groups.not_found': [404, 'We can’t find this group.'],
  'groups.name_taken': [409, 'Another group already has this name. Please choose another.'],
  'groups.too_many': [409, 'You already own as many groups as one person can.'],
  'groups.changed': [409, 'Someone saved this group while you were editing. Nothing was overwritten.'],
  'groups.leaders_only': [403, 'Only leaders share requests in this group.'],
  'groups.closed': [403, 'You need an invitation to join this group.'],
  'groups.last_owner': [409, 'You’re the last owner. Make someone else an owner first, or delete the group.'],
  'groups.no_member': [404, 'This person isn’t in the group.'],
  'groups.no_invite': [404, 'This invitation no longer works. Please ask the group for a new one.'],
  'groups.too_many_invites': [409, 'Too many invitations are open already. Withdraw some first.'],
  'group_summaries.no_mail': [409, 'This site doesn’t send email yet, so we can’t ask anyone.'],
  'group_summaries.too_many': [409, 'A group can send its summary to 500 addresses at most. Remove some first.'],
  'group_summaries.no_reader': [404, 'This address isn’t on the list any more.'],
  'group_summaries.dead_link': [404, 'This link doesn’t work anymore.'],

  'prayers.invalid_id': [400, 'Invalid prayer ID format. Must be a valid UUID.'],
  'prayers.not_found': [404, 'We can’t find this prayer request. It may no longer be shared.'],
  'prayers.too_deep': [400, 'Pages stop at 500. Use cursor, with the next_cursor of the page before.'],
  'prayers.changed': [
    409,
    'This request has changed in the meantime, perhaps on another device. Nothing was overwritten.',
  ],
  'prayers.undo_too_late': [409, 'Too late to undo: you had one minute. Your prayer stays counted.'],
  'prayers.takes_no_lines': [403, 'No line can be left here right now. Your prayer is already there.'],
  'prayers.line_without_prayer': [409, 'First press Pray for this request. Then you can leave a line.'],
  'prayers.line_left': [409, 'You’ve already left a line here.'],
  'prayers.too_many_lines': [429, 'You’ve left many lines in a short time. Please wait a while before the next one.'],
  'prayers.too_many_this_hour': [429, 'You’ve shared many requests in the last hour. Please wait a little.'],

  'updates.not_found': [404, 'We can’t find this update. It may no longer be shared.'],
  'updates.changed': [
    409,
    'This update has changed in the meantime, perhaps on another device. Nothing was overwritten.',
  ],

  'classifications.prayer_not_found': [404, 'Prayer not found in database'],
  'classifications.no_content': [400, 'Prayer has no content to classify'],
  'classifications.running': [409, 'All requests are already being sorted. Wait until that’s done, or stop it.'],
  'classifications.not_running': [404, 'Nothing is being sorted right now.'],
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
  'classifiers.unknown_model': [400, 'This site doesn’t have that model.'],
  'classifiers.nothing_learned': [409, 'Nothing has been learned yet, so there’s nothing to undo.'],

  'translations.stays_here': [403, 'This request never leaves this site, so we can’t translate it.'],
  'translations.unavailable': [503, 'This site can’t translate: it has no translation service.'],
  'translations.consent_needed': [403, 'We send nothing to a translation service until you agree.'],

  'voices.stays_here': [403, 'This request never leaves this site, so no service can read it aloud.'],
  'voices.unavailable': [503, 'This site has no speech service.'],
  'voices.consent_needed': [403, 'We send nothing to a speech service until you agree.'],
  'voices.failed': [502, 'The speech service didn’t answer. Please try again later.'],

  'reactions.not_found': [404, 'We can’t find this word of support.'],

  'notifications.dead_link': [404, 'This link doesn’t work anymore. Sign in to see your news.'],
  'notifications.not_found': [404, 'This isn’t in your News any more.'],

  'prayer_lists.not_found': [404, 'We can’t find this list.'],
  'prayer_lists.too_many': [409, 'You already have fifty lists. Delete one first.'],
  'prayer_lists.full': [409, 'This list already has five hundred requests. Remove one first.'],
  'prayer_lists.no_reminder': [404, 'We can’t find this reminder.'],
  'prayer_lists.reminder_passed': [409, 'This time has passed. Choose a new one.'],
  'prayer_lists.too_many_reminders': [409, 'You already have a hundred reminders. Delete one first.'],

  'reports.not_found': [404, 'We can’t find this report, or what it’s about can’t be shown any more.'],
  'reports.wrong_assignee': [400, 'Only moderators and administrators can take a report.'],
  'reports.claimed': [409, 'Someone else is looking after this report. Ask them, or choose another.'],
  'reports.decided': [409, 'This report has already been decided. That decision stands.'],

  'events.too_many': [429, 'Too many pages are open at once. Close some of them.'],

  'alarms.dead_link': [404, 'This link doesn’t work anymore. Somebody may have it already. Sign in to see.'],
  'cases.taken': [409, 'Somebody else has this already.'],
  'cases.something_new': [409, 'Something new has come in. Read that first.'],
  'cases.closed': [409, 'This is closed. Open it again first.'],
  'cases.no_author': [409, 'The account of whoever wrote this is gone, so nobody would read it.'],
  'cases.not_of_team': [400, 'Only the care team and those on call can take this over.'],
  'cases.no_case': [409, 'The care team has not written to you about this.'],
  'reports.danger_alone': [409, 'Someone may be in danger. A report like this is decided by itself.'],
  'reports.danger_of_care': [403, 'Someone may be in danger. Only the care team decides about this.'],
  'holds.decided': [409, 'This request has already been decided. That decision stands.'],
  'holds.changed': [409, 'The words have changed since you read them. Read them again first.'],
  'holds.rota_changed': [
    409,
    'Someone else saved this plan while you were editing. Nothing was overwritten. Reload the page to see it.',
  ],
  'holds.not_staff': [400, 'Only the care team, moderators and administrators can be on call.'],

  'decisions.not_found': [404, 'We can’t find this decision. It may have been undone.'],
  'decisions.undo_too_late': [409, 'Too late to undo: you had ten minutes.'],

  'appeals.not_possible': [409, 'You can’t appeal this any more. It was appealed before, or it’s too long ago.'],
  'appeals.own_decision': [403, 'You made this decision, so someone else needs to look at it.'],
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

/** The step of a program after an error that it can resolve. People are asked by the pages instead. */
export const hints: Partial<Record<ErrorCode, string>> = {
  'sessions.confirmation_needed':
    'Send {"password": "…"} to POST /api/auth/confirm, then send this again within five minutes.',
}

/**
 * Tells what codes were called before. For one version a problem keeps the old name as its `code`, for clients that compare with
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
    | 'passed'
    | 'unreadable'
    | 'not_an_address'
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
  /** The step that a program can take. In English; not for people. */
  hint?: string
}
