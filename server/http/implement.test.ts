import { expect, it } from 'vitest'
import type { EndpointSchemas, Schemas } from '../../contract/define.ts'
import { schemas } from '../../contract/schemas.ts'
import { handlers } from '../features.ts'
import { categories } from '../features/community/categories/categories.routes.ts'
import { check } from './errors.ts'
import type { AllHandlers, Handlers, Undeclared } from './implement.ts'

// Code that must not compile. `tsc` fails when one of these lines stops being an error.
type Nothing<Found extends never> = Found
const { 'categories.one': _, ...withoutOne } = categories
const { ...schemasOfOne } = { 'categories.one': schemas['categories.one'] }

export const mistakes = () => {
  // @ts-expect-error a handler is missing
  const missing: Handlers<'categories'> = withoutOne
  // @ts-expect-error the schemas of two endpoints are missing
  const unschemed: Schemas<'categories'> = schemasOfOne
  // @ts-expect-error a code that is in no table
  check(false, 'categories.not_fuond')
  // @ts-expect-error a refusal that is in no table
  const misspelt: EndpointSchemas = { ...schemas['categories.one'], errors: ['categories.not_fuond'] }
  const incomplete = {
    ...categories,
    // @ts-expect-error an answer that lacks a declared member
    'categories.one': () => Promise.resolve({ id: '', key: null, name: '' }),
  } satisfies Handlers<'categories'>
  return [missing, unschemed, misspelt, incomplete]
}

const leaking = {
  ...handlers,
  'categories.one': () =>
    Promise.resolve({
      id: '',
      key: null,
      color: null,
      is_built_in: false,
      name: '',
      description: '',
      order: 0,
      password_hash: 'secret',
    }),
} satisfies AllHandlers
// @ts-expect-error a member that the contract does not declare: "categories.one: password_hash"
export type Leak = Nothing<Undeclared<typeof leaking>>

it('strips what the contract does not declare, should it come all the same', async () => {
  const answer = schemas['categories.one'].output.parse(await leaking['categories.one']())
  expect(answer).not.toHaveProperty('password_hash')
})
