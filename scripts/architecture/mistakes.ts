// The mistakes of check-architecture.test.ts, each with the problem that must be found.
import { clean } from './made-up.ts'
/** [name of the mistake, the files, the one problem that must be found]. */
export type Mistake = [name: string, files: Record<string, string>, problem: string | RegExp]

export const importing = (file: string, statement: string): Record<string, string> => ({ [file]: `${statement}\n` })
export const more = (file: string, text: string): Record<string, string> => ({
  [file]: `${clean[file] ?? ''}${text}\n`,
})

export const arrows: Mistake[] = [
  [
    'contract → a package',
    importing('contract/fields.ts', `import 'uuid'`),
    /^contract\/fields\.ts:1 {2}contract may not use uuid/,
  ],
  [
    'contract → server, as a type',
    importing('contract/fields.ts', `import type { C } from '../server/context.ts'`),
    /^contract\/fields\.ts:1 {2}contract may not import server\/context\.ts/,
  ],
  [
    'classifier → contract',
    importing('classifier/runtime/labels.ts', `export * from '../../contract/fields.ts'`),
    /^classifier\/runtime\/labels\.ts:1 {2}classifier may not import contract/,
  ],
  [
    'classifier → a package',
    importing('classifier/runtime/labels.ts', `import 'zod'`),
    /^classifier\/runtime\/labels\.ts:1 {2}classifier may not use zod/,
  ],
  [
    'messages → anything',
    importing('messages/names.ts', `import '../contract/fields.ts'`),
    /^messages\/names\.ts:1 {2}messages may not import/,
  ],
  [
    'server → an inner file of the classifier',
    importing('server/db/labels.ts', `import '../../classifier/runtime/labels.ts'`),
    /^server\/db\/labels\.ts:1 {2}server may not import classifier\/runtime\/labels\.ts/,
  ],
  [
    'server → web, as a type',
    importing('server/http/page.ts', `import type { P } from '../../web/api.ts'`),
    /^server\/http\/page\.ts:1 {2}server may not import web\/api\.ts/,
  ],
  [
    'server → web, by import()',
    importing('server/http/page.ts', `export const page = () => import('../../web/api.ts')`),
    /^server\/http\/page\.ts:1 {2}server may not import web\/api\.ts/,
  ],
  [
    'server → web, as import("…").Type',
    importing('server/http/page.ts', `export type Page = import('../../web/api.ts').Page`),
    /^server\/http\/page\.ts:1 {2}server may not import web\/api\.ts/,
  ],
  [
    'web → server',
    importing('web/ui/Button.tsx', `export type { Context } from '../../server/context.ts'`),
    /^web\/ui\/Button\.tsx:1 {2}web may not import server/,
  ],
  [
    'web → zod',
    importing('web/ui/Button.tsx', `import { z } from 'zod/v4'`),
    /^web\/ui\/Button\.tsx:1 {2}web may not use zod\/v4/,
  ],
  [
    'web → contract at run time',
    importing('web/ui/Button.tsx', `import { Prayer } from '../../contract/prayers.ts'`),
    /^web\/ui\/Button\.tsx:1 {2}imports contract\/prayers\.ts at run time/,
  ],
  [
    'web → contract with inline types only, which leaves an import',
    importing('web/ui/Button.tsx', `import { type Prayer } from '../../contract/prayers.ts'`),
    /^web\/ui\/Button\.tsx:1 {2}imports contract\/prayers\.ts at run time/,
  ],
  [
    'values → a schema',
    importing('contract/prayers.values.ts', `import { Prayer } from './prayers.ts'`),
    /^contract\/prayers\.values\.ts:1 {2}imports contract\/prayers\.ts; a values file is free of zod/,
  ],
  [
    'values → zod',
    importing('contract/prayers.values.ts', `import { z } from 'zod'`),
    /^contract\/prayers\.values\.ts:1 {2}imports zod; a values file is free of zod/,
  ],
  [
    'e2e → server',
    importing('e2e/feed.spec.ts', `import '../server/app.ts'`),
    /^e2e\/feed\.spec\.ts:1 {2}e2e may not import server\/app\.ts/,
  ],
  [
    'bench → web',
    importing('bench/http.ts', `import '../web/api.ts'`),
    /^bench\/http\.ts:1 {2}bench may not import web\/api\.ts/,
  ],
  [
    'server → bench',
    importing('server/test/demo.ts', `import '../../bench/http.ts'`),
    /^server\/test\/demo\.ts:1 {2}server may not import bench/,
  ],
  [
    'scripts → the app',
    importing('scripts/admin.ts', `import '../server/config.ts'`),
    /^scripts\/admin\.ts:1 {2}scripts may not import server/,
  ],
  [
    'a config file → scripts',
    importing('vite.config.ts', `import './scripts/setup.mjs'`),
    /^vite\.config\.ts:1 {2}\*\.config\.ts may not import scripts/,
  ],
  [
    'the server → its own tests',
    importing('server/http/page.ts', `import '../test/app.ts'`),
    /^server\/http\/page\.ts:1 {2}imports server\/test\/app\.ts, which is for tests/,
  ],
  [
    'web → what is for its tests',
    { 'web/test.tsx': 'export {}\n', ...importing('web/ui/Button.tsx', `import '../test.tsx'`) },
    /^web\/ui\/Button\.tsx:1 {2}imports web\/test\.tsx, which is for tests/,
  ],
  [
    'main → the demo, at once',
    more('server/main.ts', `import './test/demo.ts'`),
    /^server\/main\.ts:6 {2}imports server\/test\/demo\.ts, which is for tests/,
  ],
  [
    'upward on the server',
    importing('server/secrets/secrets.ts', `import type { Engine } from '../db/engine.ts'`),
    /^server\/secrets\/secrets\.ts:1 {2}imports server\/db\/engine\.ts, which lies above it/,
  ],
  [
    'http → a feature',
    importing('server/http/page.ts', `import '../features/community/prayers/prayers.rules.ts'`),
    /^server\/http\/page\.ts:1 {2}imports server\/features\/community\/prayers\/prayers\.rules\.ts, which lies above/,
  ],
  [
    'upward on the pages',
    importing('web/ui/Button.tsx', `import type { call } from '../api.ts'`),
    /^web\/ui\/Button\.tsx:1 {2}imports web\/api\.ts, which lies above it/,
  ],
  [
    'an area → one to its right',
    importing(
      'server/features/identity/sessions/sessions.routes.ts',
      `import '../../community/prayers/prayers.rules.ts'`,
    ),
    /^server\/features\/identity\/sessions\/sessions\.routes\.ts:1 {2}the area identity may not import from community/,
  ],
  [
    'an area → one to its right, on the pages',
    importing('web/features/identity/sessions/auth.ts', `import '../../community/prayers/PrayerCard.tsx'`),
    /^web\/features\/identity\/sessions\/auth\.ts:1 {2}the area identity may not import from community/,
  ],
  [
    'a feature → the routes of another',
    importing(
      'server/features/community/prayers/prayers.jobs.ts',
      `import '../../identity/sessions/sessions.routes.ts'`,
    ),
    /^server\/features\/community\/prayers\/prayers\.jobs\.ts:1 {2}imports server\/features\/identity\/sessions\/sessions\.routes\.ts; another feature's routes/,
  ],
  [
    'a feature → a page',
    importing('web/features/community/prayers/List.tsx', `import '../../../pages/sign-in.tsx'`),
    /^web\/features\/community\/prayers\/List\.tsx:1 {2}imports web\/pages\/sign-in\.tsx, which lies above it/,
  ],
  [
    'the frame of the site → a page',
    importing('web/root.tsx', `import './pages/feed.tsx'`),
    /^web\/root\.tsx:1 {2}imports web\/pages\/feed\.tsx; only web\/routes\.ts and other pages compose pages/,
  ],
]

export const rings: Mistake[] = [
  [
    'two files, one way by a type',
    {
      ...importing(
        'classifier/runtime/labels.ts',
        `import type { load } from './classifier.ts'\nexport const labels = []`,
      ),
    },
    'classifier/runtime/classifier.ts:2  imports itself in a ring: classifier/runtime/classifier.ts → classifier/runtime/labels.ts → classifier/runtime/classifier.ts. Move what they share into a file that imports none of them',
  ],
  [
    'a file and itself',
    importing('web/ui/Button.tsx', `export * from './Button.tsx'`),
    /^web\/ui\/Button\.tsx:1 {2}imports itself in a ring: web\/ui\/Button\.tsx → web\/ui\/Button\.tsx\./,
  ],
  [
    'three files, by import()',
    {
      'scripts/a.ts': `import './b.ts'\n`,
      'scripts/b.ts': `import './c.ts'\n`,
      'scripts/c.ts': `export const a = () => import('./a.ts')\n`,
    },
    /ring: scripts\/a\.ts → scripts\/b\.ts → scripts\/c\.ts → scripts\/a\.ts\./,
  ],
]

export const groups = {
  'contract/groups.ts': 'export {}\n',
  'server/features/community/groups/groups.routes.ts': 'export {}\n',
}
export const groupCall = (access: string): Record<string, string> => ({
  'contract/endpoints.ts': (clean['contract/endpoints.ts'] ?? '').replace(
    '} as const',
    `  'groups.list': { method: 'GET', path: '/api/groups', access: '${access}' },\n} as const`,
  ),
})

export const sessionsUse = (feature: string): Record<string, string> => ({
  'server/features/identity/users/users.queries.ts': `import { openSession } from '../sessions/sessions.queries.ts'\nexport const users = [openSession]\n`,
  [`server/features/identity/sessions/${feature}.ts`]: `import type { users } from '../users/users.queries.ts'\nexport type Users = typeof users\n`,
})

export const job = (text: string): Record<string, string> => ({
  'server/jobs/kinds.ts': `export const jobKinds = {\n  'prayers.classify': ofOne,\n}\n`,
  'server/features/community/prayers/prayers.commands.ts': `export const create = (ctx) => ctx.addJob('prayers.classify', {})\n`,
  'server/features/community/prayers/prayers.jobs.ts': `export const jobs = { ${text} }\n`,
})

export const jobMistakes: Mistake[] = [
  [
    'a kind of job without a handler',
    job(''),
    'server/jobs/kinds.ts:2  prayers.classify needs exactly one handler and has none',
  ],
  [
    'a kind of job with two handlers',
    {
      ...job(`'prayers.classify': () => 1`),
      'server/features/community/prayers/more.ts': `export const more = { 'prayers.classify': 2 }\n`,
    },
    /^server\/jobs\/kinds\.ts:2 {2}prayers\.classify needs exactly one handler and has server\S+more\.ts:1, server\S+prayers\.jobs\.ts:1$/,
  ],
  [
    'a kind of job that nobody queues',
    {
      ...job(`'prayers.classify': () => 1`),
      'server/features/community/prayers/prayers.commands.ts': 'export {}\n',
    },
    'server/jobs/kinds.ts:2  prayers.classify is queued by nobody; take it out, or queue it',
  ],
]

export const places: Mistake[] = [
  [
    'two features of an area in a ring',
    sessionsUse('sessions.rules'),
    /features of one area import each other in a ring: server\/features\/identity\/sessions → server\/features\/identity\/users → server\/features\/identity\/sessions/,
  ],
  [
    'a role that nobody knows',
    importing('server/features/community/prayers/prayers.manager.ts', 'export {}'),
    /^server\/features\/community\/prayers\/prayers\.manager\.ts:1 {2}has a role that nobody knows/,
  ],
  [
    'a select of requests by no rule',
    importing('server/features/care/a/words.ts', `const is = visibleTo()\na.innerJoin('prayers')`),
    /^server\/features\/care\/a\/words\.ts:2 {2}reads requests by no rule; name one of visibleTo, /,
  ],
  [
    'a feature in no area',
    importing('server/features/prayers/prayers.rules.ts', 'export {}'),
    /^server\/features\/prayers\/prayers\.rules\.ts:1 {2}lies in no area/,
  ],
  [
    'a folder that is not in kebab-case',
    importing('server/features/community/prayer_lists/order.ts', 'export {}'),
    /^server\/features\/community\/prayer_lists\/order\.ts:1 {2}lies in prayer_lists; folders are named in kebab-case/,
  ],
  [
    'a new file at the top of server/',
    importing('server/tools.ts', 'export {}'),
    /^server\/tools\.ts:1 {2}has no place in server\//,
  ],
  [
    'a new folder in web/',
    importing('web/hooks/useA.ts', 'export {}'),
    /^web\/hooks\/useA\.ts:1 {2}has no place in web\//,
  ],
  ...['utils', 'helpers', 'lib', 'common', 'services', 'models', 'types', 'misc'].map((name): Mistake => [
    `a folder called ${name}`,
    importing(`scripts/${name}/a.ts`, 'export {}'),
    `scripts/${name}:1  a folder called ${name} says nothing of what is inside; name it after that`,
  ]),
  [
    'endpoints without handlers',
    { ...groupCall('admin'), 'contract/groups.ts': 'export {}\n' },
    /^contract\/endpoints\.ts:4 {2}groups is missing on one side: add server\/features\/<area>\/<feature>\/groups\.routes\.ts/,
  ],
  [
    'endpoints without schemas',
    { ...groupCall('admin'), 'server/features/community/groups/groups.routes.ts': 'export {}\n' },
    /^contract\/endpoints\.ts:4 {2}groups is missing on one side: add contract\/groups\.ts/,
  ],
  [
    'a feature of the pages alone',
    importing('web/features/community/hymns/Hymn.tsx', 'export {}'),
    /^web\/features\/community\/hymns:1 {2}has no server\/features\/community\/hymns\//,
  ],
  [
    'a file of 401 lines',
    { 'web/styles/long.css': 'a {}\n'.repeat(401) },
    /^web\/styles\/long\.css:401 {2}has 401 lines; split it/,
  ],
]

export const documents: Mistake[] = [
  [
    'a link to no file',
    { 'docs/a.md': 'See [it](../READ.md).\n' },
    'docs/a.md:1  the link to ../READ.md leads nowhere; there is no READ.md',
  ],
  [
    'a picture that is not there',
    { 'docs/a.md': '\n<img src="a.png">\n' },
    'docs/a.md:2  the link to a.png leads nowhere; there is no docs/a.png',
  ],
  [
    'a link by reference',
    { 'docs/a.md': '[it]\n\n[it]: b.md\n' },
    'docs/a.md:3  the link to b.md leads nowhere; there is no docs/b.md',
  ],
  [
    'an anchor to no heading',
    { 'docs/a.md': '[it](../README.md#how-it-walks)\n' },
    'docs/a.md:1  the link to ../README.md#how-it-walks leads nowhere; README.md has no heading #how-it-walks',
  ],
  [
    'an anchor of its own',
    { 'docs/a.md': '# Here\n[it](#there)\n' },
    'docs/a.md:2  the link to #there leads nowhere; docs/a.md has no heading #there',
  ],
  [
    'a link from a page of the site to none',
    {
      'server/db/seed-content/en/guide/1-asking.md': '# Asking\n\n[here](/content/asking) [there](/content/praying)\n',
    },
    'server/db/seed-content/en/guide/1-asking.md:3  the link to /content/praying leads nowhere; there is no server/db/seed-content/en/<type>/<n>-praying.md',
  ],
  [
    'a link from a page of the site to another part of it that is none',
    {
      'web/routes.ts': "export const routes = [route('groups', 'pages/groups.tsx')]\n",
      'server/db/seed-content/en/guide/1-asking.md': '# Asking\n\n[here](/groups) [there](/circles)\n',
    },
    'server/db/seed-content/en/guide/1-asking.md:3  the link to /circles leads nowhere; web/routes.ts has no such page',
  ],
  [
    'a told path',
    more('ARCHITECTURE.md', 'Read `server/http/gone.ts`.'),
    'ARCHITECTURE.md:4  speaks of server/http/gone.ts, which does not exist; name the file as it is now',
  ],
]

export const outside: Mistake[] = [
  [
    'process.env in the server',
    importing('server/http/page.ts', 'export const port = process.env.PORT'),
    'server/http/page.ts:1  reads process.env.PORT; settings come from server/config.ts through the context',
  ],
  [
    "process['env'] in the pages",
    importing('web/ui/Button.tsx', `export const port = process['env']`),
    /^web\/ui\/Button\.tsx:1 {2}reads process\.env;/,
  ],
  [
    'env of node:process',
    importing('server/http/page.ts', `import { env } from 'node:process'`),
    /^server\/http\/page\.ts:1 {2}reads process\.env;/,
  ],
  [
    'const { env } = process',
    importing('server/http/page.ts', 'export const { env } = process'),
    /^server\/http\/page\.ts:1 {2}reads process\.env;/,
  ],
  [
    'another setting in main.ts',
    more('server/main.ts', 'export const port = process.env.PORT'),
    /^server\/main\.ts:6 {2}reads process\.env\.PORT;/,
  ],
  [
    'the name of the engine in a feature',
    importing(
      'server/features/community/prayers/prayers.queries.ts',
      `export const fast = (ctx: any) => ctx.engine.name === 'sqlite'`,
    ),
    /^server\/features\/community\/prayers\/prayers\.queries\.ts:1 {2}asks for the name of the database engine/,
  ],
  [
    'a file that cannot be read',
    importing('scripts/broken.ts', 'const ='),
    /^scripts\/broken\.ts:1 {2}cannot be read: /,
  ],
]
