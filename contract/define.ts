import type { z } from 'zod'
import type { EndpointName } from './endpoints.ts'
import type { ErrorCode } from './errors.ts'

export interface EndpointSchemas {
  /**
   * Path parameters, query and body together, as one object. Unknown members are rejected, but for those of an entity: see
   * `entityBody`.
   */
  input: z.ZodType
  /** The allowed output. Members that are not declared here are removed, in production too. */
  output: z.ZodType
  /** The endpoint's own errors, besides those that any request can get. */
  errors: readonly ErrorCode[]
  /**
   * A write that takes no Idempotency-Key, because its answer must not be kept for a repeat: a file, words that are kept
   * nowhere, or something that holds for the moment of asking. Its work is done again.
   */
  keyless?: true
  /** Answers 202 where something has to come first, such as a confirmed address. */
  may_wait?: true
}

/** The schemas of a feature: a missing entry for one of its endpoints fails to compile. */
export type Schemas<Feature extends string> = {
  [Name in EndpointName as Name extends `${Feature}.${string}` ? Name : never]: EndpointSchemas
}

type IntersectionOf<Union> = (Union extends unknown ? (member: Union) => void : never) extends (
  member: infer Intersection,
) => void
  ? Intersection
  : never

/** Returns one object with the endpoints of all subjects, whose names differ. */
export const mergeSubjects = <Subject extends object>(subjects: Record<string, Subject>): IntersectionOf<Subject> =>
  Object.assign({}, ...Object.values(subjects)) as IntersectionOf<Subject>
