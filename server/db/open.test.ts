import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { migrate, openDatabaseFile } from './open.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'oremus-open-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('A database file that was opened and never queried', () => {
  it('is closed: the last connection then takes the write-ahead log with it', async () => {
    const file = path.join(folder, 'oremus.db')
    const used = openDatabaseFile(file)
    await migrate(used)
    const unused = openDatabaseFile(file)
    await unused.db.destroy()
    await unused.db.destroy()
    await used.db.destroy()
    expect(readdirSync(folder)).toEqual(['oremus.db'])
  })
})
