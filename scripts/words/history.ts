import { spawnSync } from 'node:child_process'
import { type Site, flatten, hashOf } from './catalogues.ts'
import type { Word } from './state.ts'

const MOST_VERSIONS = 200

const git = (site: Site, ...args: string[]): string => {
  const { status, stdout } = spawnSync('git', args, { cwd: site.root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return status === 0 ? stdout : ''
}

/** The sentences of a version; none when it is no JSON. */
function parse(json: string): [string, string][] {
  try {
    return flatten(JSON.parse(json) as Parameters<typeof flatten>[0])
  } catch {
    return []
  }
}

/**
 * Returns id → the English sentence that the translation was made from, for those whose English has changed. Reads it
 * from the history of git; where that does not reach, and for errors, a word is left out.
 */
export function findPrevious(site: Site, words: Word[]): Map<string, string> {
  const found = new Map<string, string>()
  const changed = words.filter(({ state, area }) => state === 'changed' && area !== 'errors')
  for (const [area, sought] of Map.groupBy(changed, (word) => word.area)) {
    const file = `messages/en/${area}.json`
    const versions = git(site, 'log', `-${String(MOST_VERSIONS)}`, '--format=%H', '--', file)
      .split('\n')
      .filter(Boolean)
    let left = sought
    for (const version of versions) {
      if (left.length === 0) break
      const texts = new Map(parse(git(site, 'show', `${version}:${file}`)))
      for (const { id, key, stamp } of left) {
        const text = texts.get(key)
        if (text !== undefined && hashOf(text) === stamp) found.set(id, text)
      }
      left = left.filter(({ id }) => !found.has(id))
    }
  }
  return found
}
