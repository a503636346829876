import { randomUUID } from 'node:crypto'
import { type Row, anybody, row, signedIn } from './rows.ts'
import { newAuthenticator } from '../authenticator.ts'
import type { World } from './world.ts'

const PASSWORD = 'a quiet evening prayer'

/** Sign-in and its kin read the credential themselves: a dead one is as good as none. */
const readsOwn = 200

const device = ({ ctx }: World['app']) => newAuthenticator(ctx.config.public_url)

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
  row('sessions.begin_passkey', anybody, undefined, { suspended: readsOwn }),
  row(
    'sessions.sign_in_with_passkey',
    '400 400 400 400 400 400 400',
    ({ app }) => ({ response: device(app).get('none') }),
    {
      about: 'of nobody',
      suspended: 400,
    },
  ),
  row('second_factors.list', signedIn),
  row('second_factors.begin_totp', signedIn),
  row('second_factors.finish_totp', '401 400 400 400 400 400 400', () => ({ code: '000000' }), {
    about: 'with a wrong code',
  }),
  row('second_factors.end_totp', signedIn),
  row('second_factors.renew_recovery_codes', '401 404 404 404 404 404 404', undefined, { about: 'without any' }),
  row('second_factors.begin_passkey', signedIn),
  row(
    'second_factors.finish_passkey',
    '401 400 400 400 400 400 400',
    ({ app }) => ({ name: 'A phone', response: device(app).create('none') }),
    { about: 'without its challenge' },
  ),
  row('second_factors.delete_passkey', '401 404 404 404 404 404 404', () => ({ id: 'bm9uZQ' }), {
    about: 'of somebody else',
    ids: ['id'],
    malformed: 404,
  }),
]
