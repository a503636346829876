import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { CheckedAgainst, Helpline } from '../../../../contract/helplines.ts'

const day = z.iso.date()
/** The bundled data. `source`: where the service itself says so; `checked_on`: when somebody last looked. */
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

/** Whether the date until which a number was to be trusted is over. `at`: ISO 8601. */
export const isStale = ({ verified_until }: { verified_until: string }, at: string): boolean =>
  verified_until < at.slice(0, 'yyyy-mm-dd'.length)
