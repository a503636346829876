import fc from 'fast-check'

/** The part of JSON Schema that the API description uses. */
export interface JsonSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
}

/** Texts that often break programs. */
const hostile = [
  '',
  ' ',
  '\u0000',
  '\uD800',
  '\u202Eevil',
  '🙏🏽'.repeat(40),
  `' or '1'='1`,
  '"; drop table users; --',
  '%00',
  '../../../etc/passwd',
  '<script>alert(1)</script>',
  '<svg/onload=alert(1)>',
  '=HYPERLINK("//x")',
  '{{7*7}}',
  '${7*7}',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  '1e309',
  '-1',
  '9007199254740993',
  '0x10',
  'a'.repeat(300),
  'بِسْمِ ٱللَّٰهِ',
  'İstanbul ﬀ Å',
  'red;}body{background:url(//x)}',
  'javascript:alert(1)',
  '//evil.example',
  'x\r\nSet-Cookie: a=b',
]

const uuidPattern = /\[0-9a-f\]\{8\}/

/** Generates values that match a schema, and sometimes ones that do not. `ids`: ids of existing records. */
export function arbitraryFor(schema: JsonSchema, ids: string[]): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 9, arbitrary: validFor(schema, ids) }, { weight: 1, arbitrary: arbitraryValue(ids) })
}

const arbitraryValue = (ids: string[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    fc.constantFrom(...hostile),
    fc.constantFrom(...ids),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.constantFrom(...hostile), { maxLength: 3 }),
    fc.jsonValue({ maxDepth: 2 }),
  )

function validFor(schema: JsonSchema, ids: string[]): fc.Arbitrary<unknown> {
  const { anyOf, oneOf, allOf } = schema
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = anyOf ?? oneOf
  if (choices) return fc.oneof(...choices.map((choice) => validFor(choice, ids)))
  if (allOf) return validFor(Object.assign({}, ...allOf) as JsonSchema, ids)
  const [type] = [schema.type ?? 'string'].flat()
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return numbers(schema)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = 5 } = schema
      return fc.array(arbitraryFor(items, ids), {
        minLength: Math.min(minItems, 20),
        maxLength: Math.min(maxItems, 20),
      })
    }
    case 'object':
      return objects(schema, ids)
    default:
      return strings(schema, ids)
  }
}

function numbers({ minimum = -10, maximum = 1000 }: JsonSchema): fc.Arbitrary<number> {
  const low = Math.max(minimum, -(2 ** 31))
  return fc.integer({ min: Math.ceil(low), max: Math.max(Math.ceil(low), Math.min(maximum, 2 ** 31 - 1)) })
}

function strings({ format, pattern, minLength = 0, maxLength = 400 }: JsonSchema, ids: string[]): fc.Arbitrary<string> {
  if (format === 'uuid' || (pattern !== undefined && uuidPattern.test(pattern)))
    return fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: fc.uuid() })
  if (format === 'date-time') return fc.date({ noInvalidDate: true }).map((date) => date.toISOString())
  if (format === 'email') return fc.emailAddress()
  if (pattern !== undefined && pattern.length < 60)
    return fc.stringMatching(new RegExp(pattern, 'u')).map((text) => text.slice(0, 500))
  return fc.oneof(
    fc.constantFrom(...hostile),
    fc.string({ unit: 'grapheme', minLength: Math.min(minLength, 50), maxLength: Math.min(maxLength, 400) }),
    fc.constantFrom('Please pray for my father.', 'Peace', 'en', 'ar', '2030-01-01T00:00:00.000Z'),
  )
}

function objects(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  ids: string[],
): fc.Arbitrary<unknown> {
  if (typeof additionalProperties === 'object' && Object.keys(properties).length === 0)
    return fc.dictionary(fc.constantFrom('a', '__proto__', 'primary', 'en'), arbitraryFor(additionalProperties, ids), {
      maxKeys: 3,
    })
  const members = Object.fromEntries(
    Object.entries(properties).map(([name, member]) => [name, arbitraryFor(member, ids)]),
  )
  return fc.oneof(
    { weight: 12, arbitrary: fc.record(members, { requiredKeys: required.filter((name) => name in members) }) },
    // Members that no schema declares, but that a careless program would trust.
    {
      weight: 1,
      arbitrary: fc.record(members, { requiredKeys: [] }).map((value) => ({
        ...value,
        id: ids[0],
        role: 'admin',
        author_id: ids[0],
        is_machine_generated: true,
        published: true,
        ...(JSON.parse('{"__proto__":{"is_admin":true}}') as object),
      })),
    },
  )
}
