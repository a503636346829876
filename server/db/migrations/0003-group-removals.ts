import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { runAll } from './statements.ts'

/** Who was removed from a group, and when: invitations from before do not bring them back. */
export const groupRemovals = ({ types: { id, time } }: Engine): Migration => ({
  up: (db) =>
    runAll(db, [
      `create table group_removals (
        group_id ${id} not null references groups on delete cascade, user_id ${id} not null references users on delete cascade,
        removed_at ${time} not null, primary key (group_id, user_id))`,
      `create index group_removals_of_user on group_removals (user_id)`,
    ]),
})
