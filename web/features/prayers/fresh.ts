/** Requests that have come since the lists were read, by the group that they are for; null: for everybody. */
let fresh: ReadonlyMap<string, string | null> = new Map()
/** Something has come of which the page was not told. */
let unknown = false
const listeners = new Set<() => void>()

function change(): void {
  for (const listener of listeners) listener()
}

/** `id` null: there may be something, nobody knows what. */
export function addFresh(id: string | null, group_id: string | null): void {
  if (id === null) unknown = true
  else fresh = new Map(fresh).set(id, group_id)
  change()
}

export function forgetFresh(id: string): void {
  if (!fresh.has(id)) return
  fresh = new Map([...fresh].filter(([other]) => other !== id))
  change()
}

/** The lists were read again. */
export function clearFresh(group_id: string | null): void {
  fresh = new Map([...fresh].filter(([, other]) => other !== group_id))
  unknown = false
  change()
}

export function subscribeFresh(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many have come for a list that it does not show by now; null when it is not known, 0 when there is nothing. */
export function countFresh(group_id: string | null, isShown: (id: string) => boolean): number | null {
  const count = [...fresh].filter(([id, other]) => other === group_id && !isShown(id)).length
  return count === 0 && unknown ? null : count
}
