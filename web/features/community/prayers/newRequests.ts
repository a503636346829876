/** Requests that arrived since the lists were loaded: request id → group id, or null for requests outside of groups. */
let newRequests: ReadonlyMap<string, string | null> = new Map()
/** True if requests may have arrived without an event that names them. */
let hasUnknownNew = false
const listeners = new Set<() => void>()

function emitChange(): void {
  for (const listener of listeners) listener()
}

/** Adds a request. `id` null: requests may have arrived, but their ids are unknown. */
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

/** Removes the requests of a list that was refetched. */
export function clearNewRequests(group_id: string | null): void {
  newRequests = new Map([...newRequests].filter(([, other]) => other !== group_id))
  hasUnknownNew = false
  emitChange()
}

/** Forgets all: who signs in next may know nothing of them. */
export function forgetNewRequests(): void {
  newRequests = new Map()
  hasUnknownNew = false
  emitChange()
}

export function subscribeNewRequests(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Returns the number of new requests that a list does not show yet; null when the number is unknown, 0 when there are
 * none.
 */
export function countNewRequests(group_id: string | null, isShown: (id: string) => boolean): number | null {
  const count = [...newRequests].filter(([id, other]) => other === group_id && !isShown(id)).length
  return count === 0 && hasUnknownNew ? null : count
}
