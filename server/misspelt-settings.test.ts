import { describe, expect, it } from 'vitest'
import { ConfigError, settingNames } from './config.ts'
import { describeMisspelt } from './misspelt-settings.ts'

describe('a misspelt setting', () => {
  it.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['public_url', 'PUBLIC_URL'],
    ['DATADIR', 'DATA_DIR'],
    ['DATABASE_REPLICA_URL', 'DATABASE_REPLICA_URLS'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
    ['BACKUP_KEEPS', 'BACKUP_KEEP'],
    ['SMPT_URL', 'SMTP_URL'],
  ])('%s is named with the nearest: %s', (name, known) => {
    expect(describeMisspelt({ [name]: 'x' })).toEqual([`No setting is called ${name}. Did you mean ${known}?`])
  })

  it.each([
    'PATH',
    'HOME',
    'HOSTNAME',
    'HOSTS',
    'HTTP_URL',
    'NODE_ENV',
    'PGDATABASE',
    'LOG_FORMAT',
    'SITE',
    'DATA',
    'DATABASE_USER',
    'npm_package_name',
    'TRANSLATION_URL',
    'BACKUP_DIR',
    'MAIL',
    'MODEL_NAME',
    'XDG_DATA_DIRS',
  ])('%s of another program is none', (name) => {
    expect(describeMisspelt({ [name]: 'x' })).toEqual([])
  })

  it('is none when the right one is set too, or when it is a setting', () => {
    expect(describeMisspelt({ DATABASE_URI: 'x', DATABASE_URL: 'postgres://db/x' })).toEqual([])
    expect(describeMisspelt(Object.fromEntries(settingNames.map((name) => [name, 'x'])))).toEqual([])
  })

  it('stops the start when the site would be another one', () => {
    const read = () => describeMisspelt({ DATABSE_URL: 'postgres://oremus:hunter2@db/x' })
    expect(read).toThrow(ConfigError)
    expect(read).toThrow('Rename it DATABASE_URL')
    expect(read).not.toThrow('hunter2')
  })
})
