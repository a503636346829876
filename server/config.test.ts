import { type KeyObject, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig, settingNames } from './config.ts'
import { newFolder } from './test/folder.ts'

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

it('takes a folder of a model from where it was started', () => {
  expect(readConfig({}).model_dir).toBe(undefined)
  expect(readConfig({ MODEL_DIR: '' }).model_dir).toBe(undefined)
  expect(readConfig({ MODEL_DIR: '/srv/models/instructor-large' }).model_dir).toBe('/srv/models/instructor-large')
  expect(readConfig({ MODEL_DIR: 'models/x' }).model_dir).toBe(`${process.cwd()}/models/x`)
})

it('takes an empty setting for one that is not there', () => {
  expect(readConfig({ DATABASE_URL: '', PORT: '' }).port).toBe(3000)
})

it('leaves the diagnostic pages out when told so', () => {
  expect(readConfig({ DIAGNOSTICS: 'off' }).diagnostics).toBe(false)
})

it.each([
  ['https://pray.example.org/', 'https://pray.example.org'],
  ['HTTPS://Pray.Example.ORG', 'https://pray.example.org'],
  ['https://pray.example.org:443', 'https://pray.example.org'],
  ['http://pray.example.org:8080/', 'http://pray.example.org:8080'],
])('reads the address %s as a browser does', (PUBLIC_URL, address) => {
  expect(readConfig({ PUBLIC_URL }).public_url).toBe(address)
})

it('takes no address whose links would show a password', () => {
  const read = () => readConfig({ PUBLIC_URL: 'https://oremus:hunter2@pray.example.org' })
  expect(read).toThrow('PUBLIC_URL can’t hold a name or a password')
  expect(read).not.toThrow('hunter2')
})

it.each([
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PUBLIC_URL', 'pray.example.org'],
  ['PUBLIC_URL', 'javascript:alert(1)'],
  ['DATABASE_URL', 'mysql://user:hunter2@localhost/x'],
  ['DATABASE_REPLICA_URLS', 'postgres://localhost/x, mysql://user:hunter2@localhost/x'],
  ['SMTP_URL', 'mail.example.org:587'],
  ['MAIL_PER_MINUTE', '0'],
  ['DKIM_SELECTOR', 'a=b; d=evil'],
  ['DKIM_DOMAIN', 'no-dot'],
  ['SMTP_URL', 'http://user:hunter2@mail.example.org'],
  ['CLASSIFIER_URL', 'classifier.example.org'],
  ['CLASSIFIER_URL', 'file:///hunter2'],
  ['BACKUPS', 'daily'],
  ['BACKUP_KEEP', '0'],
  ['METRICS_TOKEN', 'hunter2'],
  ['TRANSLATE_URL', 'ftp://hunter2@translate.example.org'],
  ['TRANSLATE_KEY', 'hunter2\r\nx: y'],
  ['TRANSLATE_PROVIDER', 'hunter2'],
  ['SPEECH_TO_TEXT_URL', 'hunter2'],
  ['BROWSER_SERVICES', 'yes'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'a@example.org\r\nBcc: b@example.org'],
  ['MAIL_FROM', 'a@example.org, b@example.org'],
  ['CORS_ORIGINS', 'https://ok.example.org,*'],
  ['DIAGNOSTICS', 'maybe'],
  ['LOG_LEVEL', 'loud'],
])('names %s when it is wrong, and never its value', (name, value) => {
  const read = () => readConfig({ [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(name)
  expect(read).not.toThrow(value)
})

it('takes replicas of PostgreSQL alone, without showing their passwords', () => {
  const DATABASE_REPLICA_URLS = 'postgres://user:hunter2@one/x, postgresql://user:hunter2@two/x'
  const read = () => readConfig({ DATABASE_REPLICA_URLS })
  expect(read).toThrow('DATABASE_REPLICA_URLS')
  expect(read).not.toThrow('hunter2')
  const { database_replica_urls } = readConfig({ DATABASE_URL: 'postgres://zero/x', DATABASE_REPLICA_URLS })
  expect(database_replica_urls.map((url) => new URL(url).hostname)).toEqual(['one', 'two'])
})

it('asks for a sender where mail is handed in, without showing the password', () => {
  const read = () => readConfig({ SMTP_URL: 'smtps://oremus:hunter2@mail.example.org' })
  expect(read).toThrow('MAIL_FROM')
  expect(read).not.toThrow('hunter2')
  const MAIL_FROM = 'Oremus <prayer@example.org>'
  expect(readConfig({ SMTP_URL: 'smtp://localhost:25', MAIL_FROM }).mail_from).toBe(MAIL_FROM)
})

it.each(['oremus:hunter2%', '50%off:hunter2', 'oremus:%zz', 'oremus:%ff'])(
  'refuses %s, which no mail server could be given',
  (name) => {
    const read = () => readConfig({ SMTP_URL: `smtps://${name}@mail.example.org`, MAIL_FROM: 'prayer@example.org' })
    expect(read).toThrow(/^SMTP_URL isn’t right.* % in a password as %25/)
    expect(read).not.toThrow('hunter2')
  },
)

it('writes links to the log in development and in the demo only', () => {
  expect(readConfig({}).logs_mail_links).toBe(false)
  expect(readConfig({}, { development: true }).logs_mail_links).toBe(true)
  expect(readConfig({}, { demo: true }).logs_mail_links).toBe(true)
})

it('asks no service before a key or an address is given', () => {
  expect(readConfig({})).toMatchObject({ translation: undefined, speech: undefined, browser_services: false })
  expect(readConfig({ TRANSLATE_KEY: 'k' }).translation).toEqual({
    provider: 'google',
    url: 'https://translation.googleapis.com/language/translate/v2',
    key: 'k',
  })
  const own = { TRANSLATE_PROVIDER: 'libretranslate', TRANSLATE_URL: 'http://127.0.0.1:5000' }
  expect(readConfig(own).translation).toEqual({ provider: 'libretranslate', url: own.TRANSLATE_URL, key: undefined })
  expect(() => readConfig({ TRANSLATE_PROVIDER: 'libretranslate' })).toThrow(ConfigError)
  expect(readConfig({ SPEECH_KEY: 'k' }).speech?.synthesis_url).toBe(
    'https://texttospeech.googleapis.com/v1/text:synthesize',
  )
})

it('signs mails with an RSA key of its own, for the domain of the sender unless told otherwise', () => {
  const folder = newFolder()
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(folder, name), text)
    return path.join(folder, name)
  }
  const pem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' })
  const rsa = write('rsa.pem', pem(generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey))
  const sender = { SMTP_URL: 'smtp://localhost:25', MAIL_FROM: 'Oremus <prayer@mail.example.org>' }
  const signing = { ...sender, DKIM_SELECTOR: 'oremus', DKIM_KEY_FILE: rsa }
  expect(readConfig(sender).dkim).toBeUndefined()
  expect(readConfig(signing).dkim).toMatchObject({ domainName: 'mail.example.org', keySelector: 'oremus' })
  expect(readConfig({ ...signing, DKIM_DOMAIN: 'example.org' }).dkim).toMatchObject({ domainName: 'example.org' })
  const { DKIM_KEY_FILE, ...without } = signing
  expect(() => readConfig(without)).toThrow('Signing emails needs DKIM_SELECTOR, DKIM_KEY_FILE and MAIL_FROM together.')
  const bad = [
    `${DKIM_KEY_FILE}.none`,
    write('nonsense.pem', 'nonsense'),
    write('short.pem', pem(generateKeyPairSync('rsa', { modulusLength: 768 }).privateKey)),
    write('ed25519.pem', pem(generateKeyPairSync('ed25519').privateKey)),
  ]
  for (const file of bad)
    expect(() => readConfig({ ...signing, DKIM_KEY_FILE: file })).toThrow(
      /^DKIM_KEY_FILE isn’t right. .* that the user of the server can read/,
    )
})

describe('.env.example', () => {
  const blocks = readFileSync(path.join(import.meta.dirname, '../.env.example'), 'utf8').split(/\n{2,}/)
  const shown = new Map(
    blocks.flatMap((block) =>
      [...block.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, { value, block }] as const),
    ),
  )

  it('lists every setting and no other', () => {
    expect([...shown.keys()].toSorted()).toEqual(settingNames.toSorted())
  })

  it.each(settingNames)('describes %s', (name) => {
    expect(shown.get(name)?.block).toMatch(/^# \S.{10,}/m)
  })

  it('quotes what holds a $, which Docker Compose would replace', () => {
    const bare = [...shown].filter(([, { value }]) => value.includes('$') && !/^'[^']*'$/.test(value))
    expect(bare).toEqual([])
  })

  it.each([
    'PORT',
    'HOST',
    'SITE_NAME',
    'DATA_DIR',
    'MAIL_PER_MINUTE',
    'CLASSIFIER_SENDS',
    'TRANSLATE_PROVIDER',
    'SPEECH_TO_TEXT_URL',
    'TEXT_TO_SPEECH_URL',
    'BROWSER_SERVICES',
    'BACKUPS',
    'BACKUP_KEEP',
    'HSTS_SUBDOMAINS',
    'DIAGNOSTICS',
    'LOG_LEVEL',
  ])('shows the default of %s', (name) => {
    const key = { SPEECH_KEY: 'k' }
    expect(readConfig({ ...key, [name]: shown.get(name)?.value })).toEqual(readConfig(key))
  })
})
