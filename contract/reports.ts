import { z } from 'zod'
import { authorMessage } from './decisions.ts'
import { reportDecisions, MAX_DECISION_REASON_LENGTH } from './decisions.values.ts'
import type { Schemas } from './define.ts'
import { entityBody } from './entities.ts'
import { byId, optionalText, optionalUuid, paging, text, time, uuid, uuidOf, wholeNumber } from './fields.ts'
import { PrayerStatus, Visibility } from './prayers.ts'
import { Person } from './users.ts'
import { reportTypes, reportStatuses, MAX_REPORT_REASON_LENGTH } from './reports.values.ts'
import { noPrayer, publications } from './prayers.values.ts'

export const ReportType = z.enum(reportTypes)
export type ReportType = z.infer<typeof ReportType>

export const ReportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof ReportStatus>

export const Decision = z.enum(reportDecisions)
export type Decision = z.infer<typeof Decision>

/**
 * The reported text, as far as the moderator may see it. An anonymous author is a pseudonym that is valid for this
 * request only.
 */
export const Reported = z.object({
  title: z.string().nullable(),
  content: z.string(),
  author: Person.nullable(),
  pseudonym: z.string().nullable(),
  visibility: Visibility,
  status: PrayerStatus,
  publication: z.enum([...publications, 'deleted']),
  created_at: time,
})

/** Another report about the same item. */
const AlsoReported = z.object({ id: z.string(), report_type: ReportType, reason: z.string(), created_at: time })
export type AlsoReported = z.infer<typeof AlsoReported>

/** Never contains the reporter. `reported` is null once the moderator may no longer read it. */
export const Report = z.object({
  id: z.string(),
  prayer_request_id: z.string(),
  update_id: z.string().nullable(),
  report_type: ReportType,
  reason: z.string(),
  status: ReportStatus,
  decision: Decision,
  decision_reason: z.string().nullable(),
  assigned_to: Person.nullable(),
  /** The other undecided reports, oldest first; for a decided report those decided with it. */
  also: z.array(AlsoReported),
  reported: Reported.nullable(),
  created_at: time,
  updated_at: time,
  decided_at: time.nullable(),
  /** True when it has waited longer than it should. */
  is_overdue: z.boolean(),
  /** Used by the caller to undo their decision, and the deadline for it. */
  decision_id: z.string().nullable(),
  undo_until: time.nullable(),
})
export type Report = z.infer<typeof Report>

export const reports = {
  'reports.create': {
    /** Reports a request or one of its updates. Repeating it by the same person returns the same response. */
    input: entityBody(
      z.object({
        id: uuid,
        update_id: optionalUuid,
        report_type: ReportType,
        reason: text({ min: 0, max: MAX_REPORT_REASON_LENGTH }).optional(),
      }),
      Report,
    ),
    /** `reaches_care`: whether the alarm of a report of danger reaches somebody. Other reports are without it. */
    output: z.object({ id: z.string(), reaches_care: z.boolean().optional() }),
    errors: [...noPrayer, 'updates.not_found', 'request.forbidden', 'request.too_many'],
  },
  /** Lists cases: all reports of the same item are one case, at the position of its most severe and oldest report. */
  'reports.list': {
    input: z.strictObject({
      page: paging.page,
      limit: wholeNumber({ min: 1, max: 100 }).optional(),
      /** Status of the first report of a case. */
      status: ReportStatus.optional(),
      /** Type of any report of a case. */
      report_type: ReportType.optional(),
    }),
    output: z.object({
      items: z.array(Report),
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      /** Counts of all types. */
      counts: z.object({ open: z.int(), in_review: z.int() }),
    }),
    errors: [],
  },
  'reports.one': { input: byId, output: Report, errors: ['reports.not_found'] },
  'reports.decide': {
    input: entityBody(
      z.object({
        id: uuid,
        status: ReportStatus.optional(),
        decision: Decision.exclude(['referred']).optional(),
        decision_reason: optionalText({ min: 1, max: MAX_DECISION_REASON_LENGTH }).nullable(),
        assigned_to: uuidOf.nullable().optional(),
        /** Other reports about the same item that the moderator has seen, decided together with it. */
        also: z.array(uuidOf).max(500).optional(),
        ...authorMessage,
      }),
      Report,
    ),
    output: Report,
    errors: [
      'reports.not_found',
      'reports.wrong_assignee',
      'reports.claimed',
      'reports.decided',
      'reports.danger_alone',
      'reports.danger_of_care',
      'request.forbidden',
      'users.yourself',
      'users.last_admin',
    ],
  },
  /** Assigns the case to the caller, so that nobody else works on it. */
  'reports.claim': { input: byId, output: Report, errors: ['reports.not_found', 'reports.claimed'] },
  'reports.release': { input: byId, output: Report, errors: ['reports.not_found', 'reports.claimed'] },
} satisfies Schemas<'reports'>
