import type { ColumnType, Generated } from 'kysely'

/** ISO 8601, UTC, milliseconds, on both engines. */
export type Time = string
/** Written as text of `JSON.stringify`, read as a value, on both engines. */
export type Json<T> = ColumnType<T, string, string>

/**
 * `held`: waits for review. `hidden`: removed from public view after reports. `deleted`: stored for 30 days, visible to
 * nobody.
 */
export const publications = ['published', 'held', 'hidden', 'deleted'] as const
export type Publication = (typeof publications)[number]

declare const type: unique symbol
/** A column of a table. Only its type matters: the migrations say how it is stored. */
export interface Column<Type> {
  readonly [type]: Type
}

/** The type of a row, as Kysely takes it, from the columns of its table. */
export type RowOf<Columns> = {
  [Name in keyof Columns]: Columns[Name] extends Column<infer Type> ? Type : never
}

const column = <Type>() => ({}) as Column<Type>

export const text = column<string>()
export const number = column<number>()
export const flag = column<boolean>()
export const time = column<Time>()
export const json = <Type>() => column<Json<Type>>()
/** As `json`; an insert may leave it out. */
export const generatedJson = <Type>() => column<ColumnType<Type, string | undefined, string>>()
export const oneOf = <const Value extends string>(_values: readonly Value[]) => column<Value>()
export const nullable = <Type>(_column: Column<Type>) => column<Type | null>()
/** An insert may leave it out: the database has a default. */
export const generated = <Type>(_column: Column<Type>) => column<Generated<Type>>()
