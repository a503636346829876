import { readAddress } from '../../../../contract/addresses.ts'
import type { Output } from '../../../../contract/schemas.ts'
import type { WrittenPerson } from './readPeople.ts'

type Learned = Output<'invitations.check'>['items'][number]['state']
/** What the server said of addresses. */
export type Known = Map<string, Learned>

/** Somebody of the list. `wrong`: the address is none; `double`: it stands further up too; `unknown`: not asked yet. */
export interface Row extends WrittenPerson {
  address: string
  state: Learned | 'wrong' | 'double' | 'unknown'
}

/** Says of each person of a list what inviting would do. */
export function judge(people: WrittenPerson[], known: Known): Row[] {
  const seen = new Set<string>()
  return people.map((person) => {
    const { address = '' } = readAddress(person.email)
    const isDouble = seen.has(address)
    seen.add(address)
    if (address === '') return { ...person, address, state: 'wrong' }
    return { ...person, address, state: isDouble ? 'double' : (known.get(address) ?? 'unknown') }
  })
}

/** Needs a look: somebody who cannot be invited as they stand there. */
export const isDoubtful = ({ state }: Row): boolean =>
  state === 'wrong' || state === 'out_of_reach' || state === 'unknown'
