import type { TestApp } from './app.ts'

/** Walks through a list of requests by its cursor, and returns their ids in that order. */
export async function walk(
  app: TestApp,
  name: 'prayers.list' | 'prayers.in_group' | 'prayers.of_groups',
  input: Record<string, unknown>,
  as?: string,
): Promise<string[]> {
  const ids: string[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const { text } = await app.ask(name, { ...input, ...(cursor !== '' && { cursor }) }, { as })
    const page = JSON.parse(text) as { items: { id: string }[]; next_cursor: string | null }
    ids.push(...page.items.map(({ id }) => id))
    cursor = page.next_cursor
  }
  return ids
}
