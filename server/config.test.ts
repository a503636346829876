import { expect, it } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

it('needs no setting at all', () => {
  expect(readConfig({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    public_url: 'http://localhost:3000',
    site_name: 'Oremus',
    database_url: undefined,
    diagnostics: true,
  })
})

it('takes an empty setting for one that is not there', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' }).port).toBe(3000)
})

it('leaves the diagnostic pages out when told so', () => {
  expect(readConfig({ DIAGNOSTICS: 'off' }).diagnostics).toBe(false)
})

it('builds links without a trailing slash', () => {
  expect(readConfig({ PUBLIC_URL: 'https://pray.example.org/' }).public_url).toBe('https://pray.example.org')
})

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'pray.example.org'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://user:hunter2@localhost/x'],
  ['CORS_ORIGINS', 'https://ok.example.org,*'],
  ['DIAGNOSTICS', 'maybe'],
  ['LOG_LEVEL', 'loud'],
])('names %s when it is wrong, and never its value', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(name)
  expect(read).not.toThrow(value)
})
