import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CheckedAgainst, Helpline } from '../../../../contract/helplines.ts'

const day = z.iso.date()
/**
 * Schema of the bundled data. `source`: the service's own page with the number; `checked_on`: date of the last manual
 * check.
 */
export const HelplineData = z.strictObject({
  international: z.url(),
  items: z.array(
    z
      .strictObject({
        ...Helpline.shape,
        source: z.url(),
        checked_on: day,
        checked_against: CheckedAgainst,
        verified_until: day,
      })
      .refine(({ number, url }) => number !== null || url !== null),
  ),
})
export type HelplineData = z.infer<typeof HelplineData>

let known: HelplineData | undefined
export const readHelplines = (): HelplineData =>
  (known ??= HelplineData.parse(
    JSON.parse(readFileSync(new URL('./helplines.json', import.meta.url), 'utf8')) as unknown,
  ))

/** True when the date until which a number is trusted has passed. `at`: ISO 8601. */
export const isStale = ({ verified_until }: { verified_until: string }, at: string): boolean =>
  verified_until < at.slice(0, 'yyyy-mm-dd'.length)
