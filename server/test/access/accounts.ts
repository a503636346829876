import { randomUUID } from 'node:crypto'
import { type Row, anybody, row } from './rows.ts'

const PASSWORD = 'a quiet evening prayer'

/** Sign-in and its kin read the credential themselves: a dead one is as good as none. */
const readsOwn = 200

export const accountRows: Row[] = [
  row('sessions.sign_up', anybody, () => ({ email: `${randomUUID()}@example.org`, password: PASSWORD }), {
    suspended: readsOwn,
  }),
  row('sessions.sign_in', '400 400 400 400 400 400 400', () => ({ email: 'nobody@example.org', password: 'wrong' }), {
    about: 'with a wrong password',
    suspended: 400,
  }),
  row('sessions.sign_out', anybody, undefined, { suspended: readsOwn }),
  row('sessions.refresh', '401 200 200 200 200 200 200'),
  row('sessions.current', '401 200 200 200 200 200 200'),
  row('sessions.confirm', '401 400 400 400 400 400 400', () => ({ password: 'wrong' }), {
    about: 'with a wrong password',
  }),
  row(
    'sessions.set_up',
    '404 404 404 404 404 404 404',
    () => ({ token: 'used', email: `${randomUUID()}@example.org`, password: PASSWORD }),
    { about: 'when there is an administrator', suspended: 404 },
  ),
]
