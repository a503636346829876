import { z } from 'zod'
import { MAX_PLACE_LENGTH, lostKinds, restoreWays } from './backups.values.ts'
import type { Schemas } from './define.ts'
import { text, time } from './fields.ts'
import { fileOf } from './streams.ts'

/** A backup in the data folder. It was read back to its last row before it got its name. */
const Backup = z.object({
  name: z.string(),
  created_at: time,
  bytes: z.int(),
})

export const Backups = z.object({
  /** False: other tools make them (`BACKUPS=off`, or PostgreSQL). */
  is_daily: z.boolean(),
  engine: z.enum(['sqlite', 'postgres']),
  /** The newest of each day is kept for so many days. */
  keep: z.int(),
  /** True when the environment has a command that takes each backup elsewhere. */
  has_command: z.boolean(),
  /** The folder to which each is copied; null when there is none. */
  place: z.string().nullable(),
  is_being_made: z.boolean(),
  /** Newest first. */
  items: z.array(Backup),
})
export type Backups = z.infer<typeof Backups>

const Rehearsal = z.object({
  /** Counts what was added or changed since; null with PostgreSQL, where only the command can tell. */
  lost: z.record(z.enum(lostKinds), z.int()).nullable(),
  /** Number of people and requests deleted since, which stay deleted. */
  deleted: z.int(),
  /** The three lines to type, for each way. */
  lines: z.record(z.enum(restoreWays), z.array(z.string())),
})
export type Rehearsal = z.infer<typeof Rehearsal>

const one = z.strictObject({ name: z.string().max(60) })

export const backups = {
  'backups.list': { input: z.strictObject({}), output: Backups, errors: [] },
  /** Starts a backup, unless one is being made. Answers at once: the list says when it is there. */
  'backups.make': { input: z.strictObject({}), output: Backups, errors: ['backups.elsewhere'] },
  /** Reads a backup to its last row. */
  'backups.read': {
    input: one,
    output: z.object({
      /** Counts what it holds; null when it is damaged. */
      content: z.object({ requests: z.int(), people: z.int() }).nullable(),
    }),
    keyless: true,
    errors: ['backups.not_found', 'request.too_many'],
  },
  /** The file, which holds everything, hashed passwords and the key of the site too. One at a time; the activity log says who. */
  'backups.download': {
    input: one,
    output: fileOf('application/octet-stream'),
    keyless: true,
    errors: ['backups.not_found', 'backups.busy', 'sessions.confirmation_needed', 'request.too_many'],
  },
  /** Says what going back to a backup would lose, and how it is done. Changes nothing. */
  'backups.rehearse': {
    input: one,
    output: Rehearsal,
    keyless: true,
    errors: ['backups.not_found', 'backups.damaged', 'sessions.confirmation_needed', 'request.too_many'],
  },
  /** Tries a folder as the second place, keeps it and makes a backup; null ends the copies, and leaves those that are there. */
  'backups.set_place': {
    input: z.strictObject({ folder: text({ min: 1, max: MAX_PLACE_LENGTH, lines: false }).nullable() }),
    output: Backups,
    errors: [
      'backups.elsewhere',
      'backups.place_missing',
      'backups.place_inside',
      'backups.place_taken',
      'backups.place_full',
      'backups.place_refused',
      'sessions.confirmation_needed',
      'request.too_many',
    ],
  },
} satisfies Schemas<'backups'>
