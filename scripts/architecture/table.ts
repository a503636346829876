/** What the files of a top folder may import. `*.config.ts` stands for the files at the root. In a path `*` stands for a name. */
export interface Folder {
  /** Paths that may be imported, types and values alike. One that ends in / means the whole folder. */
  from: string[]
  /** Paths of which only types may be imported. */
  types?: string[]
  /** npm packages and `node:` modules. Left out: any. Tests may also use `testing`. */
  packages?: string[]
  /** Packages that must not be imported, whatever `packages` says. */
  never?: string[]
  /** Further paths and packages for its tests. */
  tests?: string[]
}

/** One floor of the house: its entries, and what they are for. */
export type Layer = [entries: string[], about: string]

/** Which file may import which. ARCHITECTURE.md holds this table as print.ts prints it; `npm run check` compares the two. */
export const table = {
  folders: {
    contract: { from: ['contract/'], packages: ['zod'] },
    // Its tests read the sentences as the pages do, and look for one for every error code.
    messages: { from: [], packages: [], tests: ['use-intl', 'contract/'] },
    classifier: { from: ['classifier/'], packages: ['node:*'] },
    server: { from: ['server/', 'contract/', 'messages/', 'classifier/runtime/classifier.ts'] },
    // The browser loads no zod: at run time it takes only those files of the contract that are free of it.
    web: {
      from: [
        'web/',
        'messages/',
        'contract/*.values.ts',
        'contract/endpoints.ts',
        'contract/languages.ts',
        'contract/colors.ts',
        'contract/contrasts.ts',
        'contract/roles.ts',
        'contract/services.ts',
        'contract/tokens.ts',
      ],
      types: ['contract/'],
      never: ['zod'],
    },
    e2e: { from: ['e2e/', 'server/test/', 'contract/'] },
    bench: { from: ['bench/', 'server/', 'contract/', 'scripts/chromium.ts'] },
    scripts: { from: ['scripts/'] },
    // The tests of the pages are built like the pages.
    '*.config.ts': { from: ['vite.config.ts', 'scripts/memory.ts', 'scripts/chromium.ts'] },
  } as Record<string, Folder>,

  /** What every test may use. */
  testing: ['node:*', 'vitest', 'vitest/*', 'fast-check'],

  /** Beside `*.test.ts`: what only tests may import, e2e and bench included, and `server/main.ts` for the demo. */
  forTests: ['server/test/', 'web/test.tsx'],

  /** Top to bottom: an import goes down, or stays in its layer. Every file has a place in one of them. */
  layers: {
    server: [
      [
        ['main.ts', 'cli/admin.ts', 'cli/backup.ts', 'cli/restore.ts', 'cli/move.ts'],
        'the programs: the server, and what npm runs at the machine',
      ],
      [['test/'], 'a server for tests, people and factories, the demo'],
      [['app.ts'], 'the Fastify app of a context; tests call it too'],
      [['web.ts', 'site-files.ts'], 'mounts the React application; web manifest, robots.txt, sitemap'],
      [['features.ts'], 'the registry: a line for each group of endpoints and jobs'],
      [['features/'], 'the areas, see below'],
      [['passwords/'], 'hashing, a few at a time'],
      [['http/'], 'from a request to a handler and back: limits, cache, overload, docs'],
      [['settings/'], 'what administrators set'],
      [['audit/'], 'writes the activity log'],
      [['context.ts'], 'builds the context and closes it'],
      [['jobs/'], 'queue and worker'],
      [['classifier/'], 'a classification service elsewhere; an embedding model of a folder'],
      [['outgoing/'], 'calls to services that translate, hear and speak'],
      [['mail/'], 'its queue, texts, one-time links, and how it leaves'],
      [['live/'], 'events for open pages'],
      [['backups/'], 'making and restoring them'],
      [['cli/command.ts'], 'what the programs have in common'],
      [['db/'], 'opening, schema, migrations; the two engines; what a new site begins with'],
      [['secrets/'], 'the keys of the site'],
      [['log.ts'], 'the log'],
      [['config.ts'], 'every setting, checked before anything is opened'],
      [['version.ts'], 'the number of this version'],
    ],
    web: [
      [
        ['routes.ts', 'root.tsx', 'entry.client.tsx', 'entry.server.tsx', 'ssr.ts', 'test.tsx'],
        'what React Router starts from',
      ],
      [['pages/'], 'screens, composed of features; only `routes.ts` and other pages import them'],
      [['features/'], 'the areas, see below'],
      [['layout/'], 'header, footer, menus, error screen; shared parts of pages'],
      [
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
          'useStoredPreference.ts',
          'assets.server.ts',
        ],
        'the typed call and its cache, the messages, the data of the site',
      ],
      [['ui/'], 'the design system: knows no feature, no call and no message'],
      [['styles/'], 'tokens, base and utilities'],
    ],
  } as Record<string, Layer[]>,

  /** Left to right: a feature may import from areas to the left of its own. Between features of one area: no ring. */
  areas: ['identity', 'language', 'community', 'classification', 'care', 'site'],

  /** `<subject>.<role>.ts` in a feature of the server. `own` ones are not imported by other features. */
  roles: { routes: 'own', rules: 'shared', queries: 'shared', commands: 'shared', jobs: 'own' } as Record<
    string,
    'own' | 'shared'
  >,

  /** Names that say nothing of what is inside: no folder may bear one. */
  emptyNames: ['utils', 'helpers', 'lib', 'common', 'services', 'models', 'types', 'misc'],

  /** Lines of a source file, beyond which its first lines must give the reason. */
  longest: 400,

  /** The only application files that may read the environment, and which names; '' is the whole of it, passed on. */
  environment: {
    'server/config.ts': 'any',
    'server/main.ts': ['NODE_ENV', ''],
    'server/cli/admin.ts': [''],
    'server/cli/backup.ts': [''],
    'server/cli/restore.ts': [''],
    'server/cli/move.ts': [''],
  } as Record<string, 'any' | string[]>,

  /** Where the name of the database engine may be asked for. */
  engine: ['server/db/', 'server/app.ts'],
}

export type Table = typeof table
