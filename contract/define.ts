import type { z } from 'zod'
import type { EndpointName } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'

export interface EndpointSchemas {
  /** Path parameters, query and body together, as one object. Unknown members are refused. */
  input: z.ZodType
  /** What may leave the server. Anything that is not named here is stripped, in production too. */
  output: z.ZodType
  /** The refusals that are the endpoint's own, beside those that any request can meet. */
  errors: readonly ErrorCode[]
}

/** The schemas that a feature owes: one entry for each of its endpoints, or it does not compile. */
export type Schemas<Feature extends string> = {
  [Name in EndpointName as Name extends `${Feature}.${string}` ? Name : never]: EndpointSchemas
}
