import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { newFolder } from '../test/folder.ts'
import { migrate, openDatabaseFile } from './open.ts'

describe('A database file that was opened and never queried', () => {
  it('is closed: the last connection then takes the write-ahead log with it', async () => {
    const folder = newFolder()
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
