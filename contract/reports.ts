import { z } from 'zod'
import { authorMessage } from './decisions.ts'
import { reportDecisions, MAX_DECISION_REASON_LENGTH } from './decisions.values.ts'
import type { Schemas } from './define.ts'
import { text, time, uuid, wholeNumber } from './fields.ts'
import { PrayerStatus, Visibility } from './prayers.ts'
import { Person } from './users.ts'
import { reportTypes, reportStatuses, MAX_REPORT_REASON_LENGTH } from './reports.values.ts'
import { publications } from './prayers.values.ts'

export const ReportType = z.enum(reportTypes)
export type ReportType = z.infer<typeof ReportType>

export const ReportStatus = z.enum(reportStatuses)
export type ReportStatus = z.infer<typeof ReportStatus>

export const Decision = z.enum(reportDecisions)
export type Decision = z.infer<typeof Decision>

/** What was reported, as far as the moderator may see it. An author who hid their name is a pseudonym that holds for this request only. */
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

/** Another report about the same thing. */
const AlsoReported = z.object({ id: z.string(), report_type: ReportType, reason: z.string(), created_at: time })
export type AlsoReported = z.infer<typeof AlsoReported>

/** Who reported is told to nobody. `reported` is null once the moderator may no longer read it. */
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
  /** Reports about the same thing that are not decided, this one included. */
  open_count: z.int(),
  /** The others of those that are not decided, oldest first; of a decided report those that were decided with it. */
  also: z.array(AlsoReported),
  reported: Reported.nullable(),
  created_at: time,
  updated_at: time,
  decided_at: time.nullable(),
  /** Whether it has waited longer than it should. */
  is_overdue: z.boolean(),
  /** By which the caller can take their decision back, and until when. */
  decision_id: z.string().nullable(),
  undo_until: time.nullable(),
})
export type Report = z.infer<typeof Report>

const idInput = z.strictObject({ id: uuid })

export const reports = {
  'reports.create': {
    /** Of the request, or of one of its updates. The same person and thing again gives the same answer. */
    input: z.strictObject({
      id: uuid,
      update_id: uuid.optional(),
      report_type: ReportType,
      reason: text({ min: 0, max: MAX_REPORT_REASON_LENGTH }).optional(),
    }),
    output: z.object({ id: z.string() }),
    errors: ['prayers.invalid_id', 'prayers.not_found', 'updates.not_found', 'request.forbidden', 'request.too_many'],
  },
  /** Cases: what several people reported is one, and stands where its gravest and oldest report stands. */
  'reports.list': {
    input: z.strictObject({
      page: wholeNumber({ min: 0, max: 500 }).optional(),
      limit: wholeNumber({ min: 1, max: 100 }).optional(),
      /** Of the first report of a case. */
      status: ReportStatus.optional(),
      /** Of any report of a case. */
      report_type: ReportType.optional(),
    }),
    output: z.object({
      items: z.array(Report),
      page: z.int(),
      limit: z.int(),
      total: z.int(),
      /** Of all kinds. */
      counts: z.object({ open: z.int(), in_review: z.int() }),
    }),
    errors: [],
  },
  'reports.one': { input: idInput, output: Report, errors: ['reports.not_found'] },
  'reports.decide': {
    input: z.strictObject({
      id: uuid,
      status: ReportStatus.optional(),
      decision: Decision.exclude(['referred']).optional(),
      decision_reason: text({ min: 1, max: MAX_DECISION_REASON_LENGTH }).nullable().optional(),
      assigned_to: uuid.nullable().optional(),
      /** Others about the same thing, which are decided with it: those that the moderator has seen. */
      also: z.array(uuid).max(500).optional(),
      ...authorMessage,
    }),
    output: Report,
    errors: [
      'reports.not_found',
      'reports.wrong_assignee',
      'reports.claimed',
      'reports.reason_needed',
      'request.forbidden',
      'users.yourself',
      'users.last_admin',
    ],
  },
  /** The caller looks after the case, so that nobody else does the same work. */
  'reports.claim': { input: idInput, output: Report, errors: ['reports.not_found', 'reports.claimed'] },
  'reports.release': { input: idInput, output: Report, errors: ['reports.not_found', 'reports.claimed'] },
} satisfies Schemas<'reports'>
