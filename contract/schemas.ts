import type { z } from 'zod'
import { type EndpointName, factsOf } from './endpoints.ts'
import { type EndpointSchemas, mergeSubjects } from './define.ts'
import * as subjects from './subjects.ts'

export const schemas = mergeSubjects(subjects) satisfies Record<EndpointName, EndpointSchemas>

/** True where an Idempotency-Key makes a repeat of the request safe, for whoever is signed in. */
export function takesKey(name: EndpointName): boolean {
  const { method, credential } = factsOf(name)
  const { keyless }: EndpointSchemas = schemas[name]
  return method !== 'GET' && credential !== 'own' && keyless !== true
}

export type Input<Name extends EndpointName> = z.input<(typeof schemas)[Name]['input']>
export type ParsedInput<Name extends EndpointName> = z.output<(typeof schemas)[Name]['input']>
export type Output<Name extends EndpointName> = z.output<(typeof schemas)[Name]['output']>

/** Calls the server: over HTTP in the browser, in process when a page is rendered. Rejects with a `Problem`. */
export type Call = <Name extends EndpointName>(
  name: Name,
  input: Input<Name>,
  options?: { signal?: AbortSignal },
) => Promise<Output<Name>>
