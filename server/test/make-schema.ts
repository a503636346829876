import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeSchema } from '../db/describe-schema.ts'
import { readMigrations, runStatements } from '../db/migrations.ts'
import { openDatabase } from '../db/open.ts'
import { newDatabaseUrl, startPostgres } from './postgres.ts'

// `npm run schema`, after a new migration: writes down the schema that all migrations make, and the digest of the new one.

const migrations = path.join(import.meta.dirname, '../db/migrations')

function writeDigests(): void {
  const file = path.join(migrations, 'digests.json')
  const known = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>
  const digests: Record<string, string> = {}
  for (const name of readdirSync(migrations)
    .filter((one) => one.endsWith('.sql'))
    .toSorted()) {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(migrations, name)))
      .digest('hex')
    if (known[name] !== undefined && known[name] !== digest)
      throw new Error(`${name} has changed. A migration stays as it is: put it back and add a new one.`)
    digests[name] = digest
  }
  writeFileSync(file, `${JSON.stringify(digests, null, 2)}\n`)
}

async function writeSchema(data_dir: string, database_url?: string): Promise<void> {
  const { db, engine } = openDatabase({ data_dir, database_url })
  for (const [, text] of readMigrations(engine.name)) await runStatements(db, text)
  const lines = await describeSchema(db, engine.name)
  await db.destroy()
  const file = path.join(migrations, `schema.${engine.name}.txt`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  process.stdout.write(`${lines.length} objects are in ${path.relative(process.cwd(), file)}.\n`)
}

const folder = mkdtempSync(path.join(tmpdir(), 'oremus-schema-'))
const postgres = await startPostgres()
try {
  writeDigests()
  await writeSchema(folder)
  await writeSchema(folder, await newDatabaseUrl(postgres.url))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true })
}
