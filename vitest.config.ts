import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './scripts/chromium.ts'
import { configureMemoryTmpdir } from './scripts/memory.ts'
import { isFull } from './server/test/depth.ts'
import { alias, icuMessages } from './vite.config.ts'

configureMemoryTmpdir()

// Twice the processors: tests wait for mail servers, databases, other processes and each other.
const maxWorkers = Math.max(2, availableParallelism()) * 2

/** Far beyond what a test takes on a busy machine. At full depth a test has up to twenty times as many rounds. Milliseconds. */
const testTimeout = isFull ? 300_000 : 30_000

/** For busy machines: what is waited for comes sooner. Milliseconds. */
const pollOptions = { poll: { timeout: 20_000 } }

/** Files of one worker share what they import: loading the server for each file took a third of the time. */
const isolate = false

/** Node reads the sources itself, as it does where the site is served. */
const asServed = { viteModuleRunner: false, nodeLoader: false }

/**
 * The tests that `npm test` runs on PostgreSQL too: what the engine can change, races, and the main path of each area. The table of
 * permissions calls every endpoint there. `npm run test:all` runs everything on both.
 */
const onBothEngines = [
  'server/{db,jobs,live}/**/*.test.ts',
  'server/backups/backups.test.ts',
  'server/http/limits/**/*.test.ts',
  'server/test/{access,failing-statements,machines}.test.ts',
  'server/features/identity/accounts/{accounts,address-races,last-administrator}.test.ts',
  'server/features/identity/second-factors/second-factor-races.test.ts',
  'server/features/identity/invitations/{codes,invitation-races}.test.ts',
  'server/features/community/categories/categories.test.ts',
  'server/features/community/groups/group-races.test.ts',
  'server/features/community/live/live.test.ts',
  'server/features/community/notifications/notice-mail-races.test.ts',
  'server/features/community/prayer-lists/prayer-list-races.test.ts',
  'server/features/community/prayers/{edit-races,prayers,praying,reactions,search,visibility}.test.ts',
  'server/features/community/today/today.test.ts',
  'server/features/community/updates/update-races.test.ts',
  'server/features/classification/classifications/{classifications,classification-races}.test.ts',
  'server/features/care/{cases/case-races,moderations/moderation-races,reports/report-races}.test.ts',
  'server/features/site/{audit/audit,content/content-races,stats/stats}.test.ts',
]

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'sqlite',
          maxWorkers,
          isolate,
          experimental: asServed,
          // The tests of the web that need no browser; the rest is `.test.tsx`.
          include: ['{contract,classifier,server,messages,scripts,web}/**/*.test.ts'],
          env: { TEST_ENGINE: 'sqlite' },
          testTimeout,
          expect: pollOptions,
          hookTimeout: 30_000,
        },
      },
      {
        // Runs everything that uses a database again on PostgreSQL.
        test: {
          name: 'postgres',
          maxWorkers,
          isolate,
          experimental: asServed,
          include: isFull ? ['server/**/*.test.ts'] : onBothEngines,
          exclude: ['server/**/*.rules.test.ts', 'server/config.test.ts', 'server/{classifier,outgoing,passwords}/**'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['server/test/global-postgres.ts'],
          testTimeout,
          expect: pollOptions,
          hookTimeout: 30_000,
        },
      },
      {
        plugins: [icuMessages],
        resolve: { alias },
        // Each file has a page of its own, which would ask anew for every source it imports; while they change, it must. Seconds.
        ...(process.argv.includes('run') && { server: { headers: { 'Cache-Control': 'max-age=3600' } } }),
        optimizeDeps: {
          include: [
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            'react-router',
            '@tanstack/react-query',
            'use-intl',
            'react-markdown',
            'remark-gfm',
            'node-diff3',
            'eventsource-parser',
            'vitest-browser-react',
          ],
        },
        test: {
          name: 'web',
          env: { LATE: process.env['LATE'] ?? '0' },
          maxWorkers: 3,
          // For busy machines.
          testTimeout: 60_000,
          expect: pollOptions,
          sequence: { groupOrder: 1 },
          setupFiles: ['web/test-setup.ts'],
          include: ['web/**/*.test.tsx'],
          unstubGlobals: true,
          restoreMocks: true,
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({ launchOptions: chromiumOptions }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
})
