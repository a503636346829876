import { type Run, runMeasurement } from './run.ts'

// `npm run bench -- <word> [options]`: runs one measurement; without a word, that of speed. `npm run bench -- list`
// prints them.

const MEASUREMENTS: Record<string, { about: string; load: () => Promise<{ measure: (run: Run) => Promise<void> }> }> = {
  speed: {
    about:
      'answers a second and memory at several sizes [--quick] [--postgres] [--sizes 1000,50000] [--cases feed_member]',
    load: () => import('./speed.ts'),
  },
  pages: { about: 'first visits on a slow phone, in Chromium', load: () => import('./pages.ts') },
  queries: {
    about: 'what one answer waits for the database [--postgres] [--size 100000]',
    load: () => import('./queries.ts'),
  },
  faults: {
    about: 'kills and stops while people write [--postgres] [--kills 200] [--stops 50]',
    load: () => import('./faults.ts'),
  },
  streams: { about: 'the cost of open pages [--streams 2000]', load: () => import('./streams.ts') },
}

const args = process.argv.slice(2)
const hasWord = args[0] !== undefined && !args[0].startsWith('-')
const word = hasWord ? args[0] : 'speed'
const measurement = Object.entries(MEASUREMENTS).find(([name]) => name === word)?.[1]
if (measurement) {
  const { measure } = await measurement.load()
  await runMeasurement(measure, hasWord ? args.slice(1) : args)
} else {
  for (const [name, { about }] of Object.entries(MEASUREMENTS)) console.log(`${name.padEnd(10)}${about}`)
  if (word !== 'list') process.exitCode = 1
}
