import { existsSync } from 'node:fs'
import chromium from './chromium.json' with { type: 'json' }

const executablePath = [process.env['CHROMIUM_PATH'], ...chromium.places].find(
  (place) => place !== undefined && existsSync(place),
)

/**
 * Launches Chromium without its own background requests, which time out slowly in a closed network. Uses the browser of
 * the system (`CHROMIUM_PATH` first) where there is one, and otherwise the one that Playwright has installed.
 */
export const chromiumOptions = { args: chromium.flags, ...(executablePath !== undefined && { executablePath }) }
