import { CompiledQuery, type Compilable, type InferResult, sql } from 'kysely'
import type { Db } from './open.ts'

/** Stands for a value while a statement is compiled. Anything but passing it to the statement throws. */
class Place {
  readonly name: string
  readonly index: number | undefined

  constructor(name: string, index?: number) {
    this.name = name
    this.index = index
  }

  [Symbol.toPrimitive](): never {
    throw new Error(`The value of ${this.name} is not known while its statement is compiled.`)
  }

  toJSON(): never {
    return this[Symbol.toPrimitive]()
  }
}

/** Values of a statement; a list is for `in`. */
type Values = Record<string, string | number | readonly string[]>
export type Places<Given extends Values> = {
  [Name in keyof Given]: Given[Name] extends readonly unknown[] ? never[] : never
}

/** More shapes than the site has: a list of each length is one. */
const MAX_COMPILED = 1000

/** Constants of a list, as they are written in a statement. */
export const literals = <Value extends string>(values: readonly Value[]) => values.map((value) => sql.lit(value))

const toPlaces = (values: Values): Record<string, Place | Place[]> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map((_, index) => new Place(name, index)) : new Place(name),
    ]),
  )

function fill(place: unknown, values: Values): string | number {
  if (!(place instanceof Place)) throw new Error('A statement that is compiled once has a value of its own.')
  const value = values[place.name]
  const filled = place.index === undefined ? value : (value as readonly string[])[place.index]
  if (typeof filled !== 'string' && typeof filled !== 'number') throw new Error(`${place.name} is missing.`)
  return filled
}

/**
 * Compiles a statement once for each shape instead of at every call: building a large one takes as long as running it.
 * `build` gets places instead of values. What else decides what the statement says belongs to the shape, and constants are
 * written with `sql.lit`: a statement with a value of its own is refused, because it would be that of the first caller.
 */
export function compiledOnce<Shape, Given extends Values, Query extends Compilable>(
  build: (db: Db, shape: Shape, places: Places<Given>) => Query,
): (db: Db, shape: Shape, values: Given) => Promise<InferResult<Query>> {
  // By the adapter, which a database shares with its transactions: engines write statements differently.
  const compiled = new WeakMap<object, Map<string, CompiledQuery>>()
  return async (db, shape, values) => {
    const { adapter } = db.getExecutor()
    const known = compiled.get(adapter) ?? new Map<string, CompiledQuery>()
    compiled.set(adapter, known)
    const key = JSON.stringify([shape, Object.values(values).map((value) => Array.isArray(value) && value.length)])
    const found = known.get(key) ?? build(db, shape, toPlaces(values) as Places<Given>).compile()
    if (known.size >= MAX_COMPILED) known.clear()
    known.set(key, found)
    const parameters = found.parameters.map((place) => fill(place, values))
    const { rows } = await db.executeQuery({ ...CompiledQuery.raw(found.sql, parameters), query: found.query })
    return rows as InferResult<Query>
  }
}
