import { availableParallelism } from 'node:os'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumOptions } from './scripts/chromium.ts'
import { configureMemoryTmpdir } from './scripts/memory.ts'
import { alias, icuMessages } from './vite.config.ts'

configureMemoryTmpdir()

// On two processors vitest would use one worker: it reserves the other for its main process, which hardly needs it.
const maxWorkers = Math.max(2, availableParallelism() - 1)

/** Files of one worker share what they import: loading the server for each file took a third of the time. */
const isolate = false

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'sqlite',
          maxWorkers,
          isolate,
          // The work of a parser is counted, which the browser cannot.
          include: ['{contract,classifier,server,messages,scripts}/**/*.test.ts', 'web/**/*.work.test.ts'],
          env: { TEST_ENGINE: 'sqlite' },
          testTimeout: 30_000,
        },
      },
      {
        // Runs everything that uses a database again on PostgreSQL.
        test: {
          name: 'postgres',
          maxWorkers,
          isolate,
          include: ['server/**/*.test.ts'],
          exclude: ['server/**/*.rules.test.ts', 'server/config.test.ts', 'server/{classifier,outgoing,passwords}/**'],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['server/test/global-postgres.ts'],
          testTimeout: 30_000,
        },
      },
      {
        plugins: [icuMessages],
        resolve: { alias },
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
          // Pages side by side would take the focus from each other.
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          include: ['web/**/*.test.{ts,tsx}'],
          exclude: ['web/**/*.work.test.ts'],
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
