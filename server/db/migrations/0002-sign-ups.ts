import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { runAll } from './statements.ts'

/** What a sign-up asked for until its own link confirms it, and the people who share an address. */
export const signUps = ({ types: { id, time } }: Engine): Migration => ({
  up: (db) =>
    runAll(db, [
      `create table sign_ups (
        user_id ${id} primary key references users on delete cascade, id ${id} not null, password_hash text not null,
        display_name text not null, secret_hash text, created_at ${time} not null)`,
      `create index sign_ups_old on sign_ups (created_at)`,
      `create index sessions_of_address on sessions (address_hash, user_id)`,
    ]),
})
