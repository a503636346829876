/** Requests that have come since the lists were read, by the group that they are for; null: for everybody. */
let newRequests: ReadonlyMap<string, string | null> = new Map()
/** Something has come of which the page was not told. */
let hasUnknownNew = false
const listeners = new Set<() => void>()

function emitChange(): void {
  for (const listener of listeners) listener()
}

/** `id` null: there may be something, nobody knows what. */
export function addNewRequest(id: string | null, group_id: string | null): void {
  if (id === null) hasUnknownNew = true
  else newRequests = new Map(newRequests).set(id, group_id)
  emitChange()
}

export function removeNewRequest(id: string): void {
  if (!newRequests.has(id)) return
  newRequests = new Map([...newRequests].filter(([other]) => other !== id))
  emitChange()
}

/** The lists were read again. */
export function clearNewRequests(group_id: string | null): void {
  newRequests = new Map([...newRequests].filter(([, other]) => other !== group_id))
  hasUnknownNew = false
  emitChange()
}

export function subscribeNewRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** How many have come for a list that it does not show by now; null when it is not known, 0 when there is nothing. */
export function countNewRequests(group_id: string | null, isShown: (id: string) => boolean): number | null {
  const count = [...newRequests].filter(([id, other]) => other === group_id && !isShown(id)).length
  return count === 0 && hasUnknownNew ? null : count
}
