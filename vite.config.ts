import { reactRouter } from '@react-router/dev/vite'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { defineConfig, minifySync, type Plugin } from 'vite'

type Messages = string | { [key: string]: Messages }

const compileAll = (messages: Messages): unknown =>
  typeof messages === 'string'
    ? compile(messages)
    : Object.fromEntries(Object.entries(messages).map(([key, value]) => [key, compileAll(value)]))

/** Compiles the ICU messages at build time, so that no parser is sent to the browser. */
export const icuMessages: Plugin = {
  name: 'icu-messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/messages\/\w+\/\w+\.json$/ },
    handler: (code) => JSON.stringify(compileAll(JSON.parse(code) as Messages)),
  },
}

export const alias = [
  // Without a parser: the messages are compiled already.
  { find: /^use-intl\/format-message$/, replacement: path.join(import.meta.dirname, 'web/formatMessage.ts') },
  // The package's browser build assigns to `innerHTML`, which Trusted Types block; this one uses a table.
  {
    find: 'decode-named-character-reference',
    replacement: path.join(import.meta.dirname, 'node_modules/decode-named-character-reference/index.js'),
  },
]

/** Minifies the scripts that run before the first paint: files of `public/` are otherwise copied as they are. */
const smallScripts: Plugin = {
  name: 'small-scripts',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of ['banner.js', 'early.js', 'leave.js']) {
      const file = path.join(dir, name)
      if (existsSync(file)) writeFileSync(file, minifySync(name, readFileSync(file, 'utf8')).code)
    }
  },
}

interface RouteManifest {
  entry: { imports: string[] }
  routes: Record<string, { imports: string[]; css?: string[] }>
}

/** Leaves out of the browser's list of routes what is false, and what every page has loaded already. */
const smallManifest: Plugin = {
  name: 'small-manifest',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'ssr',
  writeBundle() {
    const [file = ''] = globSync('build/client/assets/manifest-*.js', { cwd: import.meta.dirname })
    const [start = '', json = ''] = /^([^{]+)(.+);$/s.exec(readFileSync(file, 'utf8'))?.slice(1) ?? []
    const { entry, routes, ...rest } = JSON.parse(json) as RouteManifest
    const small = Object.entries(routes).map(([id, { imports, css = [], ...route }]) => [
      id,
      {
        ...Object.fromEntries(Object.entries(route).filter(([, value]: [string, unknown]) => value !== false)),
        css: id === 'root' ? css : css.filter((name) => !routes['root']?.css?.includes(name)),
        imports: imports.filter((name) => !entry.imports.includes(name)),
      },
    ])
    writeFileSync(file, `${start}${JSON.stringify({ entry, routes: Object.fromEntries(small), ...rest })};`)
  },
}

/** Functions of React Router for what the configuration turns off, with what they return then. */
const switchedOff: Record<string, string> = {
  isFogOfWarEnabled: '() => false',
  getPartialManifest: '(manifest) => manifest',
  getPatchRoutesOnNavigationFunction: '() => undefined',
  useFogOFWarDiscovery: '() => undefined',
  consumeInstrumentationClientResultMetaReceiver: '() => undefined',
  getRouteInstrumentationUpdates: '() => ({})',
  instrumentClientSideRouter: '(router) => router',
  // No form is sent to a route of a page.
  useSubmit: '() => () => undefined',
  useFormAction: "() => ''",
  // No link of ours loads its page ahead, and no page is made of server components.
  PrefetchPageLinks: '() => null',
  usePrefetchBehavior: '() => [false, null, {}]',
  RSCErrorHandler: '() => null',
  createClientRoutesWithHMRRevalidationOptOut: '() => []',
}

/** Leaves what is switched off out of the browser's build: four kilobytes. */
const unusedParts: Plugin = {
  name: 'unused-parts',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: {
      id: /\/react-router\/dist\/production\/lib\/(dom\/(lib|ssr\/(fog-of-war|components|routes))|router\/instrumentation|hooks)\.js$/,
    },
    handler: (code) =>
      code.replaceAll(/^(?:async )?function (\w+)\(/gm, (start, name: string) =>
        Object.hasOwn(switchedOff, name) ? `const ${name} = ${switchedOff[name]}; function unused_${name}(` : start,
      ),
  },
}

/** Inlines the class names of style modules that are in use, so that no table of all of them is sent to the browser. */
const namedClasses: Plugin = {
  name: 'named-classes',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\.tsx?$/, code: /\.module\.css'/ },
    handler: (code) => code.replaceAll(/^import (\w+) from ('[^']+\.module\.css')$/gm, 'import * as $1 from $2'),
  },
}

/** A module of styles stays in the build although its names are written where they are used. */
const keptStyles: Plugin = {
  name: 'kept-styles',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { id: /\.module\.css$/ },
    handler: (code) => ({ code, map: null, moduleSideEffects: 'no-treeshake' }),
  },
}

const idOfClass = (file: string, name: string): string => `${file.replaceAll('\\\\', '/')} ${name}`

/** Every class of the style modules with its number: the build of the browser and that of the server count alike. */
const classNumbers = new Map(
  globSync('web/**/*.module.css', { cwd: import.meta.dirname })
    .toSorted()
    .flatMap((file) =>
      [...readFileSync(path.join(import.meta.dirname, file), 'utf8').matchAll(/\.(-?[_a-z][\w-]*)/gi)].map(
        ([, name = '']) => idOfClass(file, name),
      ),
    )
    .filter((id, index, all) => all.indexOf(id) === index)
    .map((id, index) => [id, index] as const),
)

const DIGITS = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

/** Returns three characters for a class, the same in the browser and on the server; its own name for one added since the start. */
const shortClassName = (name: string, file: string): string => {
  const id = idOfClass(path.relative(import.meta.dirname, file.split('?')[0] ?? file), name)
  const number = classNumbers.get(id)
  if (number === undefined) return id.replaceAll(/\W/g, '_')
  return `_${DIGITS[Math.floor(number / DIGITS.length)]}${DIGITS[number % DIGITS.length]}`
}

export default defineConfig({
  plugins: [icuMessages, smallScripts, smallManifest, unusedParts, namedClasses, reactRouter(), keptStyles],
  resolve: { alias },
  css: { modules: { generateScopedName: shortClassName } },
  // Pre-bundled: found late, they would reload the first page that is opened in development.
  optimizeDeps: { include: ['use-intl', 'use-intl > @formatjs/fast-memoize', '@tanstack/react-query'] },
  ssr: { noExternal: ['use-intl', 'icu-minify'] },
  // The server reads the manifest to preload the messages of the reader's language.
  build: { manifest: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Puts the name of a class where it is used, rather than into its own variable.
          optimization: { inlineConst: { mode: 'all', pass: 1 } },
          output: {
            // One file of libraries compresses better than many, and stays cached while the pages change.
            codeSplitting: {
              groups: [
                // Code of every page in one file; everything else loads with the page that uses it.
                {
                  name: 'common',
                  test: /preload-helper|\/web\/((?!catalogues|invalidate|language|send|useStored)\w+\.tsx?$|ui\/(?!Menu\.|Segmented|Chip\.tsx|Field|Switch|Checkbox|PageHead\.tsx|Dialog|ConfirmDialog|QrCode|truncate|Table|Tabs|RadioCard|Form|IconButton|ListRow|Note\.|noop|Select|TextArea|Spinner|Plate|useIs)|layout\/(?!AdminS|places|NewerV|BackendR|BulkBar|Copyable|FilterForm|ItemList|MoveButtons|Pagination|SaveBar|ServicesN|FormM|fieldErrors|LanguageP|ErrorS|errorM|Loading|Ad\.|ads|QueryStatus|UnsavedChangesNote|download|oneOf|optimistic|use)|pages\/feed|features\/identity\/(sessions\/(auth|SignOut)|accounts\/Leave\.module)|features\/community\/(categories|notifications\/NewsLink\.module)|features\/community\/prayers\/(Feed|queries|excerpt|Pray))/,
                },
                // Small, and most forms use all of them.
                {
                  name: 'fields',
                  test: /\/web\/(ui\/(Field|Switch|Checkbox|Menu|PageHead|Form|RadioCard|Spinner|Select|TextArea|Dialog|ConfirmDialog|Tabs|truncate)|features\/identity\/sessions\/PersonalPage|layout\/(ErrorScreen|fieldErrors|FormMessages|Loading|useEndpointMutation|optimistic))\.|\/web\/invalidate|\/contract\/roles\.ts$|\/contract\/(?!feed)[\w-]+\.values\.ts$/,
                },
                // What the pages of the desk share.
                {
                  name: 'desk',
                  test: /\/web\/(layout\/(AdminShell|places|BulkBar|FilterForm|SaveBar|Pagination|oneOf|download)|ui\/Table|features\/identity\/sessions\/AdminOnly|features\/site\/(content\/(kinds|Editor\.module)|desk\/Today\.module|audit\/Acts\.module)|features\/care\/reports\/ReportsTab\.module|features\/site\/themes\/ThemeEditor\.module)\./,
                },
                {
                  name: 'libraries',
                  priority: 1,
                  test: /rolldown.runtime|node_modules\/(react|react-dom|react-router|scheduler|@tanstack|use-intl|icu-minify|@formatjs)\/(?!.*(mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\.js)/,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      build: {
        // The server bundles what the browser loads late.
        rolldownOptions: { input: './web/ssr.ts', checks: { ineffectiveDynamicImport: false } },
      },
    },
  },
})
