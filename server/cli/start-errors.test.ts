import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { engine } from '../test/app.ts'
import { isFull } from '../test/depth.ts'
import { sharedFolder } from '../test/folder.ts'
import { newDatabaseUrl, startPrimary } from '../test/postgres.ts'
import { migrate, openDatabase } from '../db/open.ts'
import { runProgram, tryStart } from '../test/programs.ts'
import { explainError } from './start-errors.ts'

const PASSWORD = 'hunter2'
const folder = sharedFolder()

/** Starts the server in a process. Returns what it complains of. */
async function start(settings: Record<string, string>): Promise<string> {
  const { code, output, complaint } = await runProgram(['server/main.ts'], settings)
  expect([code, output]).toEqual([1, ''])
  return complaint
}

/** Expects that the server does not start, and says why in one line without a stack or the password. */
async function expectRefusal(settings: Record<string, string>, words: string[], begin = start): Promise<void> {
  const DATA_DIR = path.join(folder, 'data')
  const complaint = await begin({ DATA_DIR, PORT: '0', ...settings })
  for (const word of words) expect(complaint).toContain(word)
  expect(complaint.trimEnd().split('\n')).toHaveLength(1)
  expect(complaint).not.toMatch(/hunter2|\.ts:\d|Error:/)
}

/** Returns a port that another program has until the test ends. */
async function takenPort(): Promise<string> {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void other.close())
  return String((other.address() as AddressInfo).port)
}

describe.runIf(engine === 'sqlite')('a start that fails', () => {
  const cases: [settings: Record<string, string>, words: string[]][] = [
    [{ DATABASE_URL: `postgres://oremus:${PASSWORD}/x@db/oremus` }, ['DATABASE_URL', '%2F']],
    [
      { DATABASE_URL: `postgres://oremus:${PASSWORD}@127.0.0.1:1/x?sslmode=verify-full&sslrootcert=%2Fno%2Fca.crt` },
      ['This user can’t read /no/ca.crt', 'DATABASE_URL'],
    ],
    [{ DATABASE_URL: `mysql://oremus:${PASSWORD}@db/oremus` }, ['DATABASE_URL', 'postgres://']],
    [{ DATABASE_URL: `postgres://oremus:${PASSWORD}@nowhere.invalid/x` }, ['DATABASE_URL', 'nowhere.invalid:5432']],
    [
      { DATABSE_URL: `postgres://oremus:${PASSWORD}@db/x` },
      ['No setting is called DATABSE_URL. Rename it DATABASE_URL.'],
    ],
    [{ TRUSTED_PROXIES: '127.0.0.1, proxy.example.org' }, ['TRUSTED_PROXIES', '10.0.0.0/8']],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, ['TRUSTED_PROXIES']],
    [{ PUBLIC_URL: 'https://example.org/prayer' }, ['PUBLIC_URL', 'its own host']],
    [{ PUBLIC_URL: 'https://example.org/?a=b' }, ['PUBLIC_URL']],
    [{ PUBLIC_URL: 'example.org' }, ['PUBLIC_URL', 'has to begin with https://', 'https://prayer.example.org']],
    ...[
      '/proc',
      '/proc/oremus',
      '/proc/self/data',
      '/sys',
      '/sys/oremus',
      '/dev',
      '/dev/oremus',
      '/dev/pts/oremus',
    ].map((DATA_DIR): [Record<string, string>, string[]] => [
      { DATA_DIR },
      [`${DATA_DIR} is one of the system’s own folders`, 'Set DATA_DIR to a folder on a disk'],
    ]),
    ...['/', '/etc', '/usr'].map((DATA_DIR): [Record<string, string>, string[]] => [
      { DATA_DIR },
      [`The folder ${DATA_DIR} holds other things`, 'Set DATA_DIR to a new folder'],
    ]),
    ...['~/oremus', '$HOME/oremus', '${HOME}/oremus', 'file:///srv/oremus', '   '].map(
      (DATA_DIR): [Record<string, string>, string[]] => [{ DATA_DIR }, ['DATA_DIR', '/var/lib/oremus']],
    ),
    [{ DATA_DIR: `/tmp/${'long'.repeat(100)}` }, ['longlong', 'too long', 'DATA_DIR']],
    [{ DATA_DIR: path.resolve('package.json') }, ['DATA_DIR', 'package.json is a file']],
    [{ DATA_DIR: path.resolve('package.json/data') }, ['DATA_DIR', 'package.json/data is a file, or inside one']],
  ]
  it.each(cases)('says why in one sentence: %j', async (settings, words) =>
    expectRefusal(settings, words, isFull ? start : tryStart),
  )

  // One of each kind: the settings, the database, the address.
  it.each<[settings: Record<string, string>, words: string[]]>([
    [{ PORT: 'eighty' }, ['PORT']],
    [{ DATABASE_URL: `postgres://oremus:${PASSWORD}@127.0.0.1:1/x` }, ['DATABASE_URL', '127.0.0.1:1', 'Start it']],
    [{ HOST: '192.0.2.1' }, ['HOST', '127.0.0.1']],
  ])('says why in one sentence, and ends: %j', async (settings, words) => expectRefusal(settings, words))

  it('refuses an option that it does not have, and makes no site', async () => {
    const DATA_DIR = path.join(folder, 'not-named')
    const words = ['server/main.ts', '--dta', path.join(folder, 'named')]
    const { code, output, complaint } = await runProgram(words, { DATA_DIR, PORT: '0' })
    expect([code, output]).toEqual([1, ''])
    expect(complaint).toMatch(/^The server has no option "--dta": it takes --data <folder>[^\n]*\n$/)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it('leaves no folder of a demo behind', async () => {
    const TMPDIR = path.join(folder, 'tmp')
    mkdirSync(TMPDIR)
    // Of the site beside whose settings it is tried, it takes no address.
    const settings = { TMPDIR, PORT: 'eighty', PUBLIC_URL: 'not an address' }
    const { code, complaint } = await runProgram(['server/main.ts', '--demo'], settings)
    expect([code, complaint]).toEqual([1, expect.stringContaining('PORT')])
    expect(complaint).not.toContain('PUBLIC_URL')
    expect(readdirSync(TMPDIR)).toEqual([])
  })

  it('names PORT when another program has it', async () => {
    const PORT = await takenPort()
    await expectRefusal({ PORT }, [`port ${PORT}`, 'set PORT'])
  })

  it('names DATA_DIR when links lead in a circle, or into the system’s own folders', async () => {
    const [circle, proc] = [path.join(folder, 'circle'), path.join(folder, 'link')]
    symlinkSync(circle, circle)
    symlinkSync('/proc/self', proc)
    await expectRefusal({ DATA_DIR: circle }, ['circle', 'DATA_DIR'], tryStart)
    const DATA_DIR = path.join(proc, 'data')
    await expectRefusal({ DATA_DIR }, [`${DATA_DIR} is one of the system’s own folders`], tryStart)
  })

  it('warns of a misspelt setting, and logs that it upgraded the database and that it stops, with times that people read', async () => {
    const DATA_DIR = path.join(folder, 'upgraded')
    const database = openDatabase({ data_dir: DATA_DIR, database_url: undefined })
    await migrate(database, { to: '0013-words-by-their-stems' })
    await database.db.destroy()
    const settings = { DATA_DIR, PORT: '0', PUBLIC_ULR: 'https://pray.example.org' }
    const { code, output } = await runProgram(['server/main.ts'], settings)
    expect(code).toBe(0)
    expect(output).toContain('No setting is called PUBLIC_ULR. Did you mean PUBLIC_URL?')
    const lines = output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const { time } of lines) expect(time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    const upgraded = lines.find(({ msg }) => msg === 'the database was brought up to date')
    expect(upgraded?.['migrations']).toContain('0014-unproven-holders')
    const said = lines.map(({ msg, signal }) => [msg, signal])
    expect(output.indexOf('is ready at')).toBeLessThan(output.indexOf('/setup#'))
    // Of a failure every line is shown.
    expect(said).toEqual([...said.slice(0, -2), ['stopping', 'SIGTERM'], ['stopped', undefined]])
  })
})

describe.runIf(engine === 'postgres')('a start on PostgreSQL that fails', () => {
  let server: Awaited<ReturnType<typeof startPrimary>>
  let url: URL
  const at = (user: string, password: string, name: string): string =>
    `postgres://${user}:${password}@${url.host}/${name}`
  beforeAll(async () => {
    const hba = path.join(folder, 'pg_hba.conf')
    writeFileSync(hba, 'host all oremus all trust\nhost all guarded all scram-sha-256\n')
    // Readable for the server's user.
    const { chmodSync } = await import('node:fs')
    chmodSync(folder, 0o755)
    chmodSync(hba, 0o644)
    server = await startPrimary([`hba_file=${hba}`])
    url = new URL(server.url)
    const client = new pg.Client({ connectionString: server.url })
    await client.connect()
    await client.query(`create role guarded login password 'right'`)
    await client.query('create database closed')
    await client.query('revoke create, usage on schema public from public')
    await client.end()
  })
  afterAll(() => server.stop())

  it.each([
    ['a wrong password', 'guarded', PASSWORD, 'postgres', ['DATABASE_URL', 'refuses the user or the password']],
    ['no password', 'guarded', '', 'postgres', ['DATABASE_URL']],
    ['a user who is not allowed', 'stranger', PASSWORD, 'postgres', ['DATABASE_URL', 'pg_hba.conf']],
    ['no such database', 'oremus', PASSWORD, 'parish', ['DATABASE_URL', '"parish"', 'createdb']],
    ['no right to make tables', 'guarded', 'right', 'closed', ['DATABASE_URL', 'owner']],
  ])('says in one sentence that there is %s', async (_, user, password, name, words) =>
    expectRefusal({ DATABASE_URL: at(user, password, name) }, words, isFull ? start : tryStart),
  )

  it('names PORT after the database was opened', async () => {
    const PORT = await takenPort()
    await expectRefusal({ PORT, DATABASE_URL: await newDatabaseUrl() }, [`port ${PORT}`, 'set PORT'])
  })
})

it.runIf(engine === 'sqlite')('names HOST on a machine without IPv6', () => {
  const error = Object.assign(new Error('listen EAFNOSUPPORT ::1:3000'), { code: 'EAFNOSUPPORT', syscall: 'listen' })
  expect(explainError(error, readConfig({ HOST: '::1' }))).toContain('HOST isn’t an address of this machine.')
})

it.runIf(engine === 'sqlite')('names the disk that is full, also where the system names no file', () => {
  const error = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  expect(explainError(error, readConfig({ DATA_DIR: folder }))).toContain(`The disk with the folder ${folder} is full.`)
})

it.runIf(engine === 'sqlite').each(['55P03', '57014'])('blames no firewall for a process that upgrades: %s', (code) => {
  const error = Object.assign(new Error('canceling statement due to a timeout'), { code })
  const sentence = explainError(error, readConfig({ DATABASE_URL: `postgres://oremus:${PASSWORD}@db/parish` }))
  expect(sentence).toMatch(/^Another process is starting on the database "parish" at db:5432, .* Try again in a moment/)
})
