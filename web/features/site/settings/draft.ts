import type { Output } from '../../../../contract/schemas.ts'

export type Setting = Output<'settings.list'>[number]
export type Value = Setting['value']
export type Draft = Record<string, Value>

export const sameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/** Returns the settings whose drafts differ from the saved values, in the order of the server. */
export const changedOf = (settings: Setting[], draft: Draft): Setting[] =>
  settings.filter(({ name, value }) => draft[name] !== undefined && !sameValue(draft[name], value))
