/**
 * Rules for the imports of a top-level folder. `*.config.ts` stands for the files at the root. In a path `*` stands for
 * a name.
 */
export interface Folder {
  /** Paths that may be imported, types and values alike. One that ends in / means the whole folder. */
  from: string[]
  /** Paths of which only types may be imported. */
  types?: string[]
  /** npm packages and `node:` modules; any, when absent. Tests may also use `testing`. */
  packages?: string[]
  /** Packages that must not be imported, whatever `packages` allows. */
  never?: string[]
  /** Further paths and packages for its tests. */
  tests?: string[]
}

/** A layer: its entries, and their purpose. */
export type Layer = [entries: string[], about: string]

/** The allowed imports. ARCHITECTURE.md contains this table as print.ts prints it; `npm run check` compares the two. */
export const table = {
  folders: {
    contract: { from: ['contract/'], packages: ['zod'] },
    // Its tests format the messages as the pages do, and check that every error code has one.
    messages: { from: [], packages: [], tests: ['use-intl', 'contract/'] },
    classifier: { from: ['classifier/'], packages: ['node:*'] },
    server: { from: ['server/', 'contract/', 'messages/', 'classifier/runtime/classifier.ts'] },
    // The browser loads no zod: at run time it imports only the files of the contract that do not use it.
    web: {
      from: [
        'web/',
        'messages/',
        'contract/*.values.ts',
        'contract/endpoints.ts',
        'contract/languages.ts',
        'contract/addresses.ts',
        'contract/excerpt.ts',
        'contract/pasted.ts',
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
    // The translation desk reads the languages and the refusals.
    scripts: { from: ['scripts/', 'contract/errors.ts', 'contract/languages.ts'] },
    // The tests of the pages are built like the pages.
    '*.config.ts': {
      from: [
        'vite.config.ts',
        'scripts/memory.ts',
        'scripts/chromium.ts',
        'scripts/engines.json',
        'server/test/depth.ts',
      ],
    },
  } as Record<string, Folder>,

  /** Packages that every test may use. */
  testing: ['node:*', 'vitest', 'vitest/*', 'fast-check'],

  /**
   * Besides `*.test.ts`, files that only tests may import; e2e and bench included, and `server/main.ts` for the demo.
   */
  forTests: ['server/test/', 'web/test.tsx'],

  /** Top to bottom: an import goes down, or stays in its layer. Every file belongs to one layer. */
  layers: {
    server: [
      [
        ['main.ts', 'cli/admin.ts', 'cli/backup.ts', 'cli/restore.ts', 'cli/move.ts'],
        'the programs: the server, and what npm runs at the machine',
      ],
      [['test/'], 'a server for tests, people and factories, the demo'],
      [['app.ts'], 'the Fastify app of a context; tests call it too'],
      [['web.ts', 'site-files.ts'], 'mounts the React application; web manifest, robots.txt, sitemap'],
      [
        ['features.ts', 'routes.ts'],
        'the registry: a line for each subject, in `routes.ts`, and for each group of jobs',
      ],
      [['features/'], 'the areas, see below'],
      [['passwords/'], 'hashing, a few at a time'],
      [['http/'], 'from a request to a handler and back: limits, cache, overload, docs'],
      [['settings/'], 'what administrators set'],
      [['audit/'], 'writes the activity log'],
      [['context.ts'], 'builds the context and closes it'],
      [['jobs/'], 'queue and worker'],
      [['classifier/'], 'a classification service elsewhere; an embedding model of a folder'],
      [['outgoing/'], 'calls to services that translate, hear and speak, and to those that push messages to devices'],
      [['mail/'], 'its queue, texts, one-time links, and how it leaves'],
      [['live/'], 'events for open pages'],
      [['backups/'], 'making and restoring them'],
      [['cli/command.ts', 'cli/site.ts', 'cli/start-errors.ts'], 'what the programs have in common'],
      [['db/'], 'opening, schema, migrations; the two engines; what a new site begins with'],
      [['secrets/'], 'the keys of the site, and its folder'],
      [['log.ts'], 'the log'],
      [
        ['config.ts', 'dkim-key.ts', 'postgres-url.ts', 'misspelt-settings.ts'],
        'every setting, checked before anything is opened',
      ],
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
          'invalidate.ts',
          'api.ts',
          'send.ts',
          'token.ts',
          'drafts.ts',
          'site.tsx',
          'time.tsx',
          'messages.ts',
          'formatMessage.ts',
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

  /** Left to right: a feature may import from areas to the left of its own. No cycles between features of one area. */
  areas: ['identity', 'language', 'community', 'classification', 'care', 'site'],

  /** Roles in `<subject>.<role>.ts` of a feature of the server. Other features cannot import `own` ones. */
  roles: { routes: 'own', rules: 'shared', queries: 'shared', commands: 'shared', jobs: 'own' } as Record<
    string,
    'own' | 'shared'
  >,

  /** Names that do not describe the content: forbidden for folders. */
  emptyNames: ['utils', 'helpers', 'lib', 'common', 'services', 'models', 'types', 'misc'],

  /** Maximum number of lines of a source file, unless its first lines state a reason. */
  longest: 400,

  /** Rules by which features read requests, one of which every declaration that does so names: see ARCHITECTURE.md. */
  readRules: [
    'visibleTo',
    'isReviewableBy',
    'isModeratableBy',
    'isAnswerableBy',
    'isReportedTo',
    'isOwnOf',
    'withoutReader',
  ],

  /** The only application files that may read the environment, and which names; '' is the whole of it, passed on. */
  environment: {
    'server/config.ts': 'any',
    'server/main.ts': ['NODE_ENV', ''],
    'server/cli/admin.ts': [''],
    'server/cli/backup.ts': [''],
    'server/cli/restore.ts': [''],
    'server/cli/move.ts': [''],
  } as Record<string, 'any' | string[]>,

  /** Places that may read the name of the database engine. */
  engine: ['server/db/', 'server/app.ts'],
}

export type Table = typeof table
