import type { BrowserContext } from '@playwright/test'
import compat, { type CompatStatement, type Identifier } from '@mdn/browser-compat-data' with { type: 'json' }

/** The oldest browsers of telephones that the build lets in: the last that some telephones ever get. */
const oldest = { safari_ios: 16.4, chrome_android: 111 }

/** Needed by what looks at the page: Chromium, because of the pages' security policy, Playwright, and the measuring of shifts. */
const KEPT = /^(trustedTypes?.*|checkVisibility|LayoutShift|requestIdleCallback)$/i

type Place = [owner: string, name: string]

const stepsOf = (owner: string): string[] => owner.split('.').filter(Boolean)

/** Returns whether each of them has it under the name that everybody uses, without a switch in its settings. */
const isThere = ({ support }: CompatStatement): boolean =>
  (Object.keys(oldest) as (keyof typeof oldest)[]).every((browser) =>
    [support[browser] ?? []].flat().some(({ version_added, version_removed, flags, prefix, alternative_name }) => {
      const isAdded = Number.parseFloat(String(version_added).replace('≤', '')) <= oldest[browser]
      return (
        isAdded &&
        !(Number.parseFloat(version_removed ?? '') <= oldest[browser]) &&
        !flags &&
        !prefix &&
        !alternative_name
      )
    }),
  )

/** Returns what is lacking among these parts of `owner`: methods are the prototype's, but those which the data calls static. */
function lackingIn(parts: Identifier, owner = ''): Place[] {
  return Object.entries<Identifier>(parts).flatMap(([key, { __compat: statement, ...inner }]) => {
    if (!statement || KEPT.test(key)) return []
    const name = key.replace(/_static$/, '')
    const places: Place[] = owner === '' || owner === 'Window' ? [['', name]] : [[owner, name]]
    if (owner !== '' && name === key) places.push([`${owner}.prototype`, name])
    return [...lackingIn(inner, owner === '' ? name : `${owner}.${name}`), ...(isThere(statement) ? [] : places)]
  })
}

/**
 * The names of what is lacking by owner, in one text each: each page of each test reads them. What stands deeper comes first, because
 * its owner may be lacking itself.
 */
const lacking = Object.entries(
  Object.groupBy([...lackingIn(compat.api), ...lackingIn(compat.javascript.builtins ?? {})], ([owner]) => owner),
)
  .map(([owner, places = []]): Place => [owner, places.map(([, name]) => name).join(' ')])
  .toSorted(([one], [other]) => stepsOf(other).length - stepsOf(one).length)

function remove(owners: Place[]): void {
  for (const [owner, names] of owners) {
    let object: unknown = globalThis
    for (const step of owner.split('.').filter(Boolean)) object = Object(object)[step]
    if (object === undefined || object === null) continue
    const there = Object(object) as object
    for (const name of names.split(' ')) if (Object.hasOwn(there, name)) Reflect.deleteProperty(there, name)
  }
}

/** Takes from the pages of `context`, before their scripts run, whatever the oldest browsers lack, so that using it is an error. */
export const beOldest = (context: BrowserContext): Promise<unknown> => context.addInitScript(remove, lacking)
