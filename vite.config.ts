import { reactRouter } from '@react-router/dev/vite'
import path from 'node:path'
import compile from 'icu-minify/compile'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
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
    for (const name of ['banner.js', 'early.js', 'leave.js', 'offline.js']) {
      const file = path.join(dir, name)
      if (existsSync(file)) writeFileSync(file, minifySync(name, readFileSync(file, 'utf8')).code)
    }
  },
}

export default defineConfig({
  plugins: [icuMessages, smallScripts, reactRouter()],
  resolve: { alias },
  // Pre-bundled: found late, they would reload the first page that is opened in development.
  optimizeDeps: { include: ['use-intl', 'use-intl > @formatjs/fast-memoize', '@tanstack/react-query'] },
  // Named after file and class, so that a look at a page tells which rule is whose.
  css: { modules: { generateScopedName: '[name]_[local]' } },
  ssr: { noExternal: ['use-intl', 'icu-minify'] },
  // The server reads the manifest to preload the messages of the reader's language.
  build: { manifest: true, assetsInlineLimit: 0 },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            // One file of libraries compresses better than many, and stays cached while the pages change.
            codeSplitting: {
              groups: [
                {
                  name: 'libraries',
                  priority: 2,
                  test: /node_modules\/(react|react-dom|react-router|scheduler|use-intl|icu-minify|@formatjs)\//,
                },
                // The frame and the wall, with all that they import; everything else loads with the page that uses it.
                { name: 'wall', priority: 1, test: /\/web\/(root|layout\/page|pages\/feed)\.tsx/ },
                // Parts that many other pages and dialogs share; apart from them what sends changes, which pages to read do without.
                {
                  name: 'kit',
                  test: /\/web\/(invalidate|ui\/|layout\/(?!useEndpointMutation|optimistic))/,
                  minShareCount: 7,
                },
                { name: 'changes', test: /\/web\/layout\/(useEndpointMutation|optimistic)/ },
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
