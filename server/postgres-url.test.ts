import { describe, expect, it } from 'vitest'
import { parsePostgresUrl } from './postgres-url.ts'

describe('the URL of a PostgreSQL database', () => {
  it.each([
    ['postgres://a:b@one:5432/db', ['postgres://a:b@one:5432/db'], false],
    ['postgresql://one/db?sslmode=verify-full', ['postgresql://one/db?sslmode=verify-full'], false],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql'], false],
    ['postgres://a:b,%40c@one,two:6432/db', ['postgres://a:b,%40c@one/db', 'postgres://a:b,%40c@two:6432/db'], true],
    ['postgres://a@[::1]:1,[::2]:2/db', ['postgres://a@[::1]:1/db', 'postgres://a@[::2]:2/db'], true],
    ['postgres://one,two/db?target_session_attrs=any', ['postgres://one/db', 'postgres://two/db'], false],
    ['postgres://one/db?target_session_attrs=primary&sslmode=require', ['postgres://one/db?sslmode=require'], true],
    ['postgres://one,two', ['postgres://one', 'postgres://two'], true],
  ])('%s', (url, urls, must_write) => expect(parsePostgresUrl(url)).toMatchObject({ urls, must_write }))

  it.each([
    'mysql://one/db',
    'postgres:one',
    'postgres://one,,two/db',
    'postgres://one/db?target_session_attrs=standby',
  ])('is refused as %s', (url) => expect(parsePostgresUrl(url)).toBe(undefined))
})
