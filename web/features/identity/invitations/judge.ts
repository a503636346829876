import { readAddress } from '../../../../contract/addresses.ts'
import { beginning } from '../../../../contract/excerpt.ts'
import { cleanPasted, findUnreadable } from '../../../../contract/pasted.ts'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../../contract/users.values.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { WrittenPerson } from './readPeople.ts'

type Learned = Output<'invitations.check'>['items'][number]['state']
/** Holds what the server said of addresses. */
export type Known = Map<string, Learned>

/** Somebody of the list. `wrong`: the address is none; `double`: it stands further up too; `unknown`: not asked yet. */
export interface Row extends WrittenPerson {
  address: string
  state: Learned | 'wrong' | 'double' | 'unknown'
}

/** A name that an account may have; empty for what is none, so that nobody is left out for it. */
function toName(written: string): string {
  const clean = cleanPasted(written, { lines: false })
  if (findUnreadable(clean) || !/[\p{L}\p{N}]/u.test(clean)) return ''
  return beginning(clean.replaceAll(/\s+/g, ' ').trim(), MAX_DISPLAY_NAME_LENGTH)
}

/** Says of each person of a list what inviting would do. */
export function judge(people: WrittenPerson[], known: Known): Row[] {
  const seen = new Set<string>()
  return people.map(({ name, email }) => {
    const person = { name: toName(name), email }
    const { address = '' } = readAddress(email)
    const isDouble = seen.has(address)
    seen.add(address)
    if (address === '') return { ...person, address, state: 'wrong' }
    return { ...person, address, state: isDouble ? 'double' : (known.get(address) ?? 'unknown') }
  })
}

/** Needs a look: somebody who cannot be invited as they stand there. */
export const isDoubtful = ({ state }: Row): boolean =>
  state === 'wrong' || state === 'out_of_reach' || state === 'unknown'
