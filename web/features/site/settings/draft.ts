import type { Output } from '../../../../contract/schemas.ts'

export type Setting = Output<'settings.list'>[number]
export type Value = Setting['value']
export type Draft = Record<string, Value>

export const sameValue = (one: Value | undefined, other: Value | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
