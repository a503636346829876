/**
 * Does the work of each item, one after the other: one that fails keeps no other waiting. Rejects at the end where some failed, so that
 * their job is tried again.
 */
export async function doEach<Item>(items: Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const failures: unknown[] = []
  for (const item of items) await work(item).catch((error: unknown) => failures.push(error))
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} of ${items.length} failed: ${String(failures[0])}`)
}
