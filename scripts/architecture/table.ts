/** One line for each top folder: what its files may import. `*.config.ts` stands for the files at the root. */
export interface Area {
  /** Paths that may be imported, types and values alike. One that ends in / means the whole folder. */
  from: string[]
  /** Paths of which types may be imported too. */
  types?: string[]
  /** npm packages and `node:` modules. Left out: any. Tests may also use `testing`. */
  packages?: string[]
  /** Packages that must not be imported, whatever `packages` says. */
  never?: string[]
  /** What its tests may import beyond that: paths and packages. */
  tests?: string[]
}

/** Who may import whom, and which files there may be. This is the table that ARCHITECTURE.md explains. */
export const table = {
  areas: {
    contract: { from: ['contract/'], packages: ['zod'] },
    // Its tests read the sentences as the pages do, and look for one for every error code.
    messages: { from: [], packages: [], tests: ['use-intl', 'contract/'] },
    classifier: { from: ['classifier/'], packages: ['node:*'] },
    server: { from: ['server/', 'contract/', 'messages/', 'classifier/src/classifier.ts'] },
    // The browser loads no zod: of the contract only the files that are free of it arrive at run time.
    web: {
      from: [
        'web/',
        'messages/',
        'contract/endpoints.ts',
        'contract/languages.ts',
        'contract/colors.ts',
        'contract/contrasts.ts',
        'contract/services.ts',
        'contract/tokens.ts',
      ],
      types: ['contract/'],
      never: ['zod'],
    },
    e2e: { from: ['e2e/', 'server/test/', 'contract/'] },
    bench: { from: ['bench/', 'server/', 'contract/'] },
    scripts: { from: ['scripts/'] },
    // The tests of the pages are built like the pages.
    '*.config.ts': { from: ['vite.config.ts', 'scripts/memory.ts'] },
  } as Record<string, Area>,

  /** What every test may use. */
  testing: ['node:*', 'vitest', 'vitest/*', 'fast-check'],

  /** Beside `*.test.ts`: what only tests may import, e2e and bench included, and `server/main.ts` for the demo. */
  forTests: ['server/test/', 'web/test.tsx'],

  /** Top to bottom. An import goes down, or stays in its own layer; layers of several entries are one layer. */
  layers: {
    server: [
      ['main.ts', 'admin.ts', 'backup.ts', 'restore.ts', 'move.ts'],
      ['app.ts'],
      ['web.ts', 'site-files.ts'],
      ['features.ts'],
      ['features/'],
      ['passwords/'],
      ['http/'],
      ['settings/'],
      ['audit/'],
      ['context.ts'],
      ['jobs/'],
      ['classifier/'],
      ['outgoing/'],
      ['mail/'],
      ['live/'],
      ['backups/'],
      ['command.ts'],
      ['db/'],
      ['secrets/'],
      ['log.ts'],
      ['config.ts'],
      ['version.ts'],
    ],
    web: [
      ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx', 'ssr.ts'],
      ['features/'],
      ['layout/'],
      [
        'query.ts',
        'api.ts',
        'send.ts',
        'token.ts',
        'site.tsx',
        'time.tsx',
        'messages.ts',
        'language.ts',
        'catalogues.ts',
        'assets.server.ts',
      ],
      ['ui/'],
      ['styles/'],
    ],
  } as Record<string, string[][]>,

  /** Left to right: a feature may import from those to its left, on the server and in the pages alike. */
  features: [
    ['users', 'helplines'],
    ['second_factors', 'invitations'],
    ['sessions', 'categories', 'themes'],
    ['content'],
    ['passwords', 'emails', 'preferences', 'devices', 'audits', 'settings', 'groups'],
    ['prayers'],
    ['updates', 'classifications'],
    ['decisions'],
    ['holds'],
    ['reactions', 'reports', 'prayer_lists', 'classifiers', 'translations', 'voices'],
    ['appeals'],
    ['moderations'],
    ['notifications'],
    ['deletions', 'exports', 'events'],
    ['accounts'],
    ['stats'],
    ['checks'],
    ['diagnostics'],
  ],

  /** The files of `server/features/<name>/`, as `<name>.<role>.ts`. Other features may import only `shared` ones. */
  roles: {
    routes: 'own',
    rules: 'shared',
    queries: 'shared',
    jobs: 'own',
    /** Pages of lists: their orders and filters. */
    lists: 'shared',
    /** Writes that keep counts and orders right. */
    changes: 'shared',
    /** What becomes of a request by time alone. */
    lifecycle: 'shared',
    /** Who sorts requests, and what they are asked. */
    sorting: 'shared',
    /** What the site makes of what people said. */
    learning: 'shared',
    /** Walks over all requests, in the background. */
    runs: 'own',
    /** What open pages are told of a request. */
    telling: 'shared',
    /** Who meets a group at all, and who may share in it. */
    access: 'shared',
    /** Requests inside of groups. */
    groups: 'own',
    /** Does again what was done between a backup and its return. */
    replay: 'own',
    /** What is said at the start of the server. */
    announce: 'own',
    /** Whether what people write waits before others read it. */
    holding: 'shared',
    /** What a promise of the site does to test itself. */
    probes: 'own',
    /** WebAuthn, which is a library's with a challenge around it. */
    passkeys: 'shared',
  } as Record<string, 'own' | 'shared'>,

  /** What may lie directly in these folders. Each file may have a test beside it; contract/ also has one file for each feature. */
  tree: {
    server: [
      'main.ts',
      'admin.ts',
      'backup.ts',
      'restore.ts',
      'move.ts',
      'command.ts',
      'version.ts',
      'app.ts',
      'config.ts',
      'context.ts',
      'features.ts',
      'web.ts',
      'site-files.ts',
      'log.ts',
      'features/',
      'db/',
      'http/',
      'jobs/',
      'mail/',
      'live/',
      'backups/',
      'passwords/',
      'audit/',
      'care/',
      'classifier/',
      'outgoing/',
      'settings/',
      'secrets/',
      'test/',
    ],
    web: [
      'root.tsx',
      'routes.ts',
      'entry.client.tsx',
      'entry.server.tsx',
      'ssr.ts',
      'query.ts',
      'api.ts',
      'send.ts',
      'token.ts',
      'site.tsx',
      'time.tsx',
      'messages.ts',
      'language.ts',
      'catalogues.ts',
      'assets.server.ts',
      'test.tsx',
      'features/',
      'layout/',
      'ui/',
      'styles/',
    ],
    contract: [
      'colors.ts',
      'contrasts.ts',
      'define.ts',
      'endpoints.ts',
      'errors.ts',
      'fields.ts',
      'languages.ts',
      'passkeys.ts',
      'render.ts',
      'schemas.ts',
      'services.ts',
      'streams.ts',
      'tokens.ts',
    ],
  } as Record<string, string[]>,

  /** Names that say nothing of what is inside: no folder may bear one. */
  emptyNames: ['utils', 'helpers', 'lib', 'common', 'services', 'models', 'types', 'misc'],

  /** Lines of a source file, beyond which its first lines must give the reason. */
  longest: 400,
  /** Features that visitors and members call, but that have no folder in web/: with the reason. */
  withoutScreen: {
    updates: 'shown and written on the page of a request, in web/features/prayers',
    classifications: 'categories are shown and chosen on the page of a request, in web/features/prayers',
    classifiers: 'asked while a request is written, in web/features/prayers',
    translations: 'asked for on cards and pages of requests, in web/features/prayers',
    voices: 'heard on pages of requests and spoken to while writing, in web/features/prayers',
    reactions: 'shown and given on cards and pages of requests, in web/features/prayers',
  } as Record<string, string>,
  /** Features of the pages alone: with the reason. */
  withoutServer: { diagnostics: 'its pages have no calls and no data of their own' } as Record<string, string>,

  /** The only application files that may read the environment, and which names; '' is the whole of it, passed on. */
  environment: {
    'server/config.ts': 'any',
    'server/main.ts': ['NODE_ENV', ''],
    'server/admin.ts': [''],
    'server/backup.ts': [''],
    'server/restore.ts': [''],
    'server/move.ts': [''],
  } as Record<string, 'any' | string[]>,
  /** Where the name of the database engine may be asked for. */
  engine: ['server/db/', 'server/app.ts'],
}

export type Table = typeof table
