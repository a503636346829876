/** Every act that the activity log may hold. The sentence of `accounts.suspend` is `acts.say.accounts_suspend`. */
export const auditActions = [
  'accounts.set_role',
  'accounts.suspend',
  'accounts.unsuspend',
  'accounts.edit_profile',
  'emails.change',
  'deletions.plan',
  'invitations.create',
  'invitations.revoke',
  'invitations.create_list',
  'invitations.take_back_list',
  'invitations.send_again',
  'invitations.create_account',
  'invitations.approve',
  'invitations.decline',
  'settings.write',
  'mail_server.write',
  'mail_server.remove',
  'audits.export',
  'reports.decide',
  'reports.claim',
  'reports.release',
  'appeals.decide',
  'decisions.undo',
  'moderations.hide',
  'moderations.publish',
  'moderations.delete',
  'holds.publish',
  'holds.keep',
  'holds.acknowledge',
  'holds.mark_seen',
  'cases.write',
  'cases.hand_over',
  'cases.close',
  'cases.reopen',
  'alarms.tell',
  'alarms.fail',
  'alarms.drill',
  'alarms.tell_drill',
  'alarms.fail_drill',
  'alarms.answer_drill',
  'prayers.delete',
  'updates.delete',
  'classifications.change_links',
  'classifications.recategorize',
  'classifications.recategorize_many',
  'classifications.cancel',
  'classifiers.step_back',
  'categories.create',
  'categories.edit',
  'categories.order',
  'categories.delete',
  'themes.create',
  'themes.edit',
  'themes.clone',
  'themes.delete',
  'themes.set_order',
  'themes.set_orders',
  'themes.set_default',
  'content.create',
  'content.edit',
  'content.delete',
  'groups.read',
  'groups.read_prayers',
  'groups.edit',
  'groups.delete',
  'groups.delete_prayer',
  'group_summaries.add_readers',
  'group_summaries.remove_reader',
  'admin.create',
  'admin.reset',
  'backups.restore',
  'backups.download',
  'backups.set_place',
  'backups.remove_place',
] as const
export type AuditAction = (typeof auditActions)[number]

/** Acts after whose sentence stands what they changed, or what was decided. */
export const actsWithOutcome: readonly AuditAction[] = [
  'settings.write',
  'content.edit',
  'reports.decide',
  'appeals.decide',
  'decisions.undo',
]

/** Settings whose values have words of their own, `<name>_<value>`, and those that are texts. */
export const settingsWithChoices: readonly string[] = ['sign_up_mode', 'moderation_mode']
export const settingsOfText: readonly string[] = ['site_name', 'site_sentence']

/** Kinds of acts to look for. */
export const auditKinds = ['people', 'requests', 'reports', 'care', 'place', 'settings'] as const
export type AuditKind = (typeof auditKinds)[number]

const kindByFeature: Record<string, AuditKind> = {
  accounts: 'people',
  emails: 'people',
  deletions: 'people',
  invitations: 'people',
  settings: 'settings',
  mail_server: 'settings',
  audits: 'settings',
  reports: 'reports',
  appeals: 'reports',
  decisions: 'reports',
  moderations: 'reports',
  alarms: 'care',
  cases: 'care',
  prayers: 'requests',
  updates: 'requests',
  classifications: 'requests',
  classifiers: 'requests',
  categories: 'place',
  themes: 'place',
  content: 'place',
  groups: 'requests',
  group_summaries: 'people',
  admin: 'people',
  backups: 'settings',
  holds: 'reports',
}

const careActs: readonly AuditAction[] = ['holds.acknowledge', 'holds.mark_seen']

/** The kind of an act. Whoever takes on somebody in danger does so for the care team. */
export const kindOfAct = (action: AuditAction): AuditKind =>
  careActs.includes(action) ? 'care' : (kindByFeature[action.slice(0, action.indexOf('.'))] ?? 'settings')
