// Sends generated requests of every kind, built from the OpenAPI description, to a server with the embedded database:
// `npm run fuzz`, or with a number of requests and a seed, `npm run fuzz -- 20000 2026`. Without a seed each run sends
// others.
import { execFileSync } from 'node:child_process'
import path from 'node:path'

const [requests = '100000', seed = 'random', ...more] = process.argv.slice(2)
if (!/^[1-9]\d*$/.test(requests) || !/^(random|\d+)$/.test(seed) || more.length > 0) {
  console.error('npm run fuzz takes a number of requests and a seed, and no other word: -- 20000 2026')
  process.exit(1)
}
const vitest = path.join(import.meta.dirname, '../node_modules/vitest/vitest.mjs')
execFileSync(process.execPath, [vitest, 'run', '--project', 'sqlite', 'server/test/fuzz'], {
  stdio: 'inherit',
  env: { ...process.env, FUZZ_REQUESTS: requests, FUZZ_SEED: seed },
})
