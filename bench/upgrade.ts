import { readConfig } from '../server/config.ts'
import { migrate, openDatabase } from '../server/db/open.ts'

// Brings the database of the environment up to date, in a process of its own that `cuts.ts` kills.
const database = openDatabase(readConfig(process.env))
await migrate(database)
await database.db.destroy()
