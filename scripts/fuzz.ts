// Sends generated requests of every kind, built from the OpenAPI description, to a server with the embedded database:
// `npm run fuzz`, or with a number of requests and a seed, `npm run fuzz -- 20000 2026`. Without a seed each run sends
// others.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const [requests = '100000', seed = 'random'] = process.argv.slice(2)
const vitest = path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
execFileSync(process.execPath, [vitest, 'run', '--project', 'sqlite', 'server/test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
})
