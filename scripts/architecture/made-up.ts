/** A small example repository without violations. */
export const clean: Record<string, string> = {
  'ARCHITECTURE.md':
    '# Architecture\n\nSee [the rule](README.md#how-it-runs) in `server/features/community/prayers/prayers.rules.ts`.\n',
  'README.md':
    '# Oremus\n\n## How it runs\n\n[Architecture](ARCHITECTURE.md), [site](https://example.org), ![](public/a.svg)\n',
  'public/a.svg': '<svg/>',
  'vite.config.ts': `import { defineConfig } from 'vite'\nexport default defineConfig({ base: process.env.BASE })\n`,
  'contract/endpoints.ts': `export const endpoints = {
  'sessions.sign_in': { method: 'POST', path: '/api/auth/signin', access: 'visitor', credential: 'own' },
  'prayers.list': { method: 'GET', path: '/api/prayers', access: 'visitor' },
} as const\n`,
  'contract/languages.ts': `import type { Language } from './fields.ts'\nexport const all: Language[] = []\n`,
  'contract/fields.ts': `import { z } from 'zod'\nexport type Language = z.infer<z.ZodString>\n`,
  'contract/prayers.ts': `import { z } from 'zod'\nimport type { Language } from './fields.ts'\nexport interface Prayer { language: Language }\nexport const Prayer = z.object({})\n`,
  'contract/sessions.ts': 'export const sessions = {}\n',
  'messages/en/app.json': '{}',
  'classifier/runtime/classifier.ts': `import { readFileSync } from 'node:fs'\nimport { labels } from './labels.ts'\nexport const load = () => [readFileSync, labels]\n`,
  'classifier/runtime/labels.ts': 'export const labels = []\n',
  'server/main.ts': `import { readConfig } from './config.ts'
process.env.NODE_ENV ??= 'production'
const { buildApp } = await import('./app.ts')
buildApp(readConfig({ ...process.env }))
if (process.argv.includes('--demo')) await import('./test/demo.ts')\n`,
  'server/app.ts': `import { handlers } from './features.ts'\nimport type { Engine } from './db/engine.ts'
export const buildApp = (engine: Engine) => (engine.name === 'sqlite' ? handlers : [])\n`,
  'server/config.ts': 'export const readConfig = (given = process.env) => given.PORT\n',
  'server/context.ts': `import { load } from '../classifier/runtime/classifier.ts'\nimport app from '../messages/en/app.json' with { type: 'json' }
import type { Engine } from './db/engine.ts'\nexport interface Context { engine: Engine }\nexport const context = [load, app]\n`,
  'server/features.ts': `import { prayers } from './features/community/prayers/prayers.routes.ts'\nexport const handlers = [prayers]\n`,
  'server/features/community/prayers/prayers.routes.ts': `import type { Prayer } from '../../../../contract/prayers.ts'
import { mayEdit } from './prayers.rules.ts'\nimport { openSession } from '../../identity/sessions/sessions.queries.ts'
export const prayers: Prayer[] | unknown[] = [mayEdit, openSession]\n`,
  'server/features/community/prayers/prayers.rules.ts': `import type { Context } from '../../../context.ts'\nexport const mayEdit = (given: Context) => given\n`,
  'server/features/community/prayers/prayers.test.ts': `import { expect } from 'vitest'\nimport { start } from '../../../test/app.ts'\nexpect(start)\n`,
  'server/features/identity/sessions/sessions.queries.ts': 'export const openSession = []\n',
  'server/features/identity/sessions/sessions.routes.ts': 'export const sessions = []\n',
  'server/db/engine.ts': `export interface Engine { name: 'sqlite' | 'postgres' }\nexport const other = (engine: Engine) => engine.name === 'postgres'\n`,
  'server/test/app.ts': `import { buildApp } from '../app.ts'\nexport const start = [buildApp, process.env.TEST_ENGINE]\n`,
  'server/test/demo.ts': 'export {}\n',
  'web/routes.ts': `import { index } from '@react-router/dev/routes'\nexport default [index('pages/feed.tsx'), index('pages/sign-in.tsx')]\n`,
  'web/root.tsx': `import { PrayerCard } from './features/community/prayers/PrayerCard.tsx'\nimport type { Route } from './+types/made-up.ts'\nexport default (_: Route.Props) => <PrayerCard />\n`,
  'web/api.ts': `import { endpoints } from '../contract/endpoints.ts'\nimport { all } from '../contract/languages.ts'\nexport const call = [endpoints, all]\n`,
  'web/pages/feed.tsx': `import { PrayerCard } from '../features/community/prayers/PrayerCard.tsx'\nimport { useUser } from '../features/identity/sessions/auth.ts'\nexport default () => [PrayerCard, useUser]\n`,
  'web/features/community/prayers/PrayerCard.tsx': `import type { Prayer } from '../../../../contract/prayers.ts'\nimport { call } from '../../../api.ts'
import { Icon } from '../../../ui/Icon.tsx'\nexport const PrayerCard = (): Prayer | unknown[] => [call, Icon]\n`,
  'web/features/identity/sessions/auth.ts': 'export const useUser = 1\n',
  'web/pages/sign-in.tsx': 'export default () => null\n',
  'web/ui/Icon.tsx': 'export const Icon = 1\n',
  'web/ui/Button.tsx': 'export const Button = 1\n',
  'e2e/feed.spec.ts': `import { start } from '../server/test/app.ts'\nimport type { Prayer } from '../contract/prayers.ts'\nexport const test: [unknown, Prayer?] = [start]\n`,
  'bench/http.ts': `import { buildApp } from '../server/app.ts'\nexport const run = [buildApp, process.env.SECONDS]\n`,
  'scripts/setup.mjs': `import './setup-steps.mjs'\n`,
  'scripts/setup-steps.mjs': 'export {}\n',
}
