import type { z } from 'zod'
import type { EndpointName } from './endpoints.ts'
import type { EndpointSchemas } from './define.ts'
import { accounts } from './accounts.ts'
import { appeals } from './appeals.ts'
import { audits } from './audit.ts'
import { categories } from './categories.ts'
import { checks } from './checks.ts'
import { classifications } from './classifications.ts'
import { classifiers } from './models.ts'
import { content } from './content.ts'
import { decisions } from './decisions.ts'
import { groups } from './groups.ts'
import { deletions } from './deletions.ts'
import { devices } from './devices.ts'
import { exports } from './exports.ts'
import { emails } from './emails.ts'
import { events } from './live.ts'
import { helplines } from './helplines.ts'
import { review } from './review.ts'
import { invitations } from './invitations.ts'
import { moderations } from './moderations.ts'
import { notifications } from './notifications.ts'
import { passwords } from './passwords.ts'
import { prayer_lists } from './prayer-lists.ts'
import { prayers } from './prayers.ts'
import { reactions } from './reactions.ts'
import { reports } from './reports.ts'
import { preferences } from './preferences.ts'
import { second_factors } from './second-factors.ts'
import { sessions } from './sessions.ts'
import { settings } from './settings.ts'
import { stats } from './stats.ts'
import { themes } from './themes.ts'
import { translations } from './translations.ts'
import { updates } from './updates.ts'
import { voices } from './speech.ts'

export const schemas = {
  ...sessions,
  ...accounts,
  ...preferences,
  ...devices,
  ...deletions,
  ...exports,
  ...events,
  ...audits,
  ...second_factors,
  ...passwords,
  ...emails,
  ...invitations,
  ...settings,
  ...checks,
  ...categories,
  ...stats,
  ...themes,
  ...content,
  ...groups,
  ...notifications,
  ...prayers,
  ...updates,
  ...classifications,
  ...translations,
  ...voices,
  ...reactions,
  ...prayer_lists,
  ...reports,
  ...classifiers,
  ...helplines,
  ...review,
  ...decisions,
  ...appeals,
  ...moderations,
} satisfies Record<EndpointName, EndpointSchemas>

export type Input<Name extends EndpointName> = z.input<(typeof schemas)[Name]['input']>
export type ParsedInput<Name extends EndpointName> = z.output<(typeof schemas)[Name]['input']>
export type Output<Name extends EndpointName> = z.output<(typeof schemas)[Name]['output']>

/** Calls the server: over HTTP in the browser, in process when a page is rendered. Rejects with a `Problem`. */
export type Call = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  options?: { signal?: AbortSignal },
) => Promise<Output<Name>>
