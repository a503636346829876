import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, it } from 'vitest'
import { engine, startTestApp } from '../test/app.ts'
import { isFull } from '../test/depth.ts'
import { newFolder } from '../test/folder.ts'
import { newDatabaseUrl } from '../test/postgres.ts'
import { callCommand, runProgram, tryStart } from '../test/programs.ts'
import { admin } from './admin.ts'
import { backup } from './backup.ts'
import { move } from './move.ts'
import { restore } from './restore.ts'

const commands = { admin, backup, move, restore }
const start = (settings: Record<string, string>) => runProgram(['server/main.ts'], { PORT: '0', ...settings })

describe.runIf(engine === 'sqlite')('a command where no site is', () => {
  it.each([
    ['admin', 'list'],
    ['admin', 'create', 'peter@example.org'],
    ['backup'],
    ['backup', 'list'],
    ['move', 'sqlite-to-postgres'],
  ] as const)('refuses and makes nothing: %s %s', async (name, ...words) => {
    const folder = path.join(newFolder(), 'data')
    const settings = name === 'move' ? { DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/x' } : {}
    const { code, output, complaint } = await callCommand(commands[name], [...words, '--data', folder], settings)
    expect([code, output]).toEqual([1, ''])
    const [site = '', refusal, ...rest] = complaint.trimEnd().split('\n')
    expect(site).toContain(folder)
    expect(refusal).toBe(`No site found in ${folder}. Name its folder with --data, or set DATA_DIR in .env.`)
    expect(rest).toEqual([])
    expect(complaint).not.toContain('hunter2')
    expect(existsSync(folder)).toBe(false)
  })

  it('names the database and never its password', async () => {
    const DATABASE_URL = 'postgres://oremus:hunter2@127.0.0.1:1/parish'
    const { complaint } = await callCommand(backup, ['list'], { DATA_DIR: newFolder(), DATABASE_URL })
    expect(complaint).toContain('database parish at 127.0.0.1:1')
    expect(complaint).toContain('token.key')
    expect(complaint).not.toContain('hunter2')
  })

  it('asks for a folder behind --data', async () => {
    const { code, complaint } = await callCommand(backup, ['--data'], {})
    expect([code, complaint]).toEqual([1, 'After --data, name the site’s folder.\n'])
  })
})

describe.runIf(engine === 'postgres')('a command on PostgreSQL', () => {
  it('refuses an empty database, and makes no table in it', async () => {
    const DATA_DIR = newFolder()
    const DATABASE_URL = await newDatabaseUrl()
    writeFileSync(path.join(DATA_DIR, 'token.key'), Buffer.alloc(32))
    const { code, complaint } = await callCommand(backup, [], { DATA_DIR, DATABASE_URL })
    expect(code).toBe(1)
    const name = new URL(DATABASE_URL).pathname.slice(1)
    expect(complaint.trimEnd().split('\n').at(-1)).toMatch(`No site found in the database "${name}"`)
    expect(readdirSync(DATA_DIR)).toEqual(['token.key'])
    const moved = await callCommand(move, ['postgres-to-sqlite', '--data', newFolder()], { DATABASE_URL })
    expect(moved.complaint).toContain(`No site found in the database "${name}"`)
  })

  it('names and uses the database of the site', async () => {
    const DATA_DIR = newFolder()
    const DATABASE_URL = await newDatabaseUrl()
    expect((await start({ DATA_DIR, DATABASE_URL })).code).toBe(0)
    const { code, complaint } = await callCommand(backup, [], { DATA_DIR, DATABASE_URL })
    expect([code, complaint]).toEqual([0, expect.stringContaining(new URL(DATABASE_URL).pathname.slice(1))])
  })
})

describe('a database with people in it', () => {
  it('is not served with a new key when its own is missing', async () => {
    const folder = newFolder()
    const DATABASE_URL = engine === 'postgres' ? await newDatabaseUrl() : ''
    const settings = { DATA_DIR: folder, ...(engine === 'postgres' && { DATABASE_URL }) }
    const key = path.join(folder, 'token.key')
    await (await startTestApp({ folder, environment: settings })).stop()
    // A first start that was cut off before it made the key.
    rmSync(key)
    const again = await startTestApp({ folder, environment: settings })
    await again.person('hannah')
    await again.stop()
    rmSync(key)
    const refusal = await tryStart(settings)
    expect(refusal).toContain(`The site’s key ${key} is missing`)
    expect(refusal.includes('npm run restore')).toBe(engine === 'sqlite')
    expect(existsSync(key)).toBe(false)
    // What the sentence says to do.
    writeFileSync(key, Buffer.alloc(32, 1))
    expect(await tryStart(settings)).toBe('')
  })
})

describe.runIf(engine === 'sqlite')('the folder of a site', () => {
  let folder: string
  beforeEach(async () => {
    folder = newFolder()
    await (await startTestApp({ folder })).stop()
  })
  const file = (name = 'oremus.db') => path.join(folder, name)
  const mode = (at: string): number => statSync(at).mode & 0o777

  it('is what --data says, before DATA_DIR', async () => {
    const DATA_DIR = path.join(newFolder(), 'not-there')
    const { output, complaint } = await callCommand(admin, ['list', `--data=${folder}`], { DATA_DIR })
    expect(output).toBe('No administrators yet.\n')
    expect(complaint).toBe(`The site in the folder ${folder}.\n`)
    const served = await runProgram(['server/main.ts', '--data', folder], { DATA_DIR, PORT: '0' })
    expect(served.output).toContain(`The site in the folder ${folder}`)
    expect(existsSync(DATA_DIR)).toBe(false)
  })

  it.each([
    ['is empty', () => truncateSync(file(), 0)],
    [
      'has no table',
      () => {
        rmSync(file())
        const database = new DatabaseSync(file())
        database.exec('pragma user_version = 7')
        database.close()
      },
    ],
    ['is missing', () => rmSync(file())],
  ])('is not made anew when its database %s', async (what, harm) => {
    for (const part of ['-wal', '-shm']) rmSync(file(`oremus.db${part}`), { force: true })
    harm()
    const before = readdirSync(folder).toSorted()
    const key = readFileSync(file('token.key'))
    // All find the site by the same function.
    const settings = { DATA_DIR: folder }
    const server = isFull || what === 'is missing' ? [start(settings)] : []
    for (const ended of [...server, callCommand(backup, [], settings), callCommand(admin, ['list'], settings)]) {
      const { code, output, complaint } = await ended
      expect([code, output]).toEqual([1, ''])
      const sentence = complaint.trimEnd().split('\n').at(-1)
      expect(sentence).toContain('token.key beside it belongs to a site')
      expect(sentence).toContain('npm run restore')
    }
    expect(readFileSync(file('token.key')).equals(key)).toBe(true)
    expect(
      readdirSync(folder)
        .filter((name) => !name.startsWith('in-use.lock'))
        .toSorted(),
    ).toEqual(before.filter((name) => !name.startsWith('in-use.lock')))
  })

  it('is closed to others, with the database in it', async () => {
    for (const name of ['oremus.db', 'oremus.db-wal']) {
      if (existsSync(file(name))) chmodSync(file(name), 0o644)
    }
    chmodSync(folder, 0o755)
    const app = await startTestApp({ folder })
    const open = ['', '-wal', '-shm'].map((part) => mode(file(`oremus.db${part}`)))
    await app.stop()
    expect(open).toEqual([0o600, 0o600, 0o600])
    expect(await tryStart({ DATA_DIR: folder })).toBe('')
    expect(mode(folder)).toBe(0o700)
  })

  it('is refused when its key is not whole, in a sentence that says where there is another', async () => {
    writeFileSync(file('token.key'), 'typed in by hand')
    const refusal = await tryStart({ DATA_DIR: folder })
    expect(refusal).toContain(`The site’s key ${file('token.key')} is damaged`)
    expect(refusal).toContain('a backup')
    expect(refusal).not.toContain('Error:')
    expect(readFileSync(file('token.key'), 'utf8')).toBe('typed in by hand')
  })

  it('is refused when it is open to others and holds other things', async () => {
    const shared = newFolder()
    mkdirSync(path.join(shared, 'photos'))
    chmodSync(shared, 0o755)
    const refusal = await tryStart({ DATA_DIR: shared })
    expect(refusal).toContain(`The folder ${shared} holds other things`)
    // Closing what may be a folder of the system is no advice.
    expect(refusal).not.toContain('chmod')
    expect(mode(shared)).toBe(0o755)
    expect(readdirSync(shared)).toEqual(['photos'])
  })
})

describe.runIf(engine === 'sqlite' && process.getuid?.() === 0)('a folder of another user', () => {
  let folder: string
  beforeEach(async () => {
    folder = newFolder()
    await (await startTestApp({ folder })).stop()
  })

  it.each([['backup'], ['restore', 'a.backup'], ['move', 'postgres-to-sqlite']] as const)(
    'is left alone by commands of root, whose files the server could not open: %s',
    async (name, ...words) => {
      const settings = name === 'move' ? { DATABASE_URL: 'postgres://127.0.0.1:1/x' } : {}
      const { chownSync } = await import('node:fs')
      chownSync(folder, 12_345, 12_345)
      const { code, complaint } = await callCommand(commands[name], words, { ...settings, DATA_DIR: folder })
      expect([code, complaint]).toEqual([1, expect.stringContaining('belongs to user number 12345')])
      expect(existsSync(path.join(folder, 'backups'))).toBe(false)
    },
  )
})
