import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import chromium from './chromium.json' with { type: 'json' }

/** The browser that `scripts/test-tools.mjs` fetches where the system has none, with libraries that a bare system lacks, and a font. */
const fetched = path.join(import.meta.dirname, '..', chromium.fetched.unpacked)
const ofFetched = path.join(fetched, 'chromium')
const environmentOfFetched = (): NodeJS.ProcessEnv => ({
  ...process.env,
  LD_LIBRARY_PATH: [path.join(fetched, 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
  ...(!existsSync('/etc/fonts/fonts.conf') && { FONTCONFIG_PATH: fetched }),
})

/** Some systems have a program in its place that only says how to install the browser. */
const runs = (place: string, env: NodeJS.ProcessEnv): boolean =>
  existsSync(place) && spawnSync(place, ['--version'], { env, stdio: 'ignore' }).status === 0

const ofSystem = [process.env['CHROMIUM_PATH'], ...chromium.places].find(
  (place) => place !== undefined && runs(place, process.env),
)

function findBrowser(): { executablePath?: string; env?: NodeJS.ProcessEnv } {
  if (ofSystem !== undefined) return { executablePath: ofSystem }
  return existsSync(ofFetched) ? { executablePath: ofFetched, env: environmentOfFetched() } : {}
}

/**
 * Launches Chromium without its own background requests, which time out slowly in a closed network. Uses the browser of
 * the system (`CHROMIUM_PATH` first) where there is one that runs, then the fetched one, and otherwise the one that Playwright
 * has installed.
 */
export const chromiumOptions = { args: chromium.flags, ...findBrowser() }
