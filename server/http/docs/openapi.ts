import { z } from 'zod'
import { type ErrorCode, errors, formerCodes } from '../../../contract/errors.ts'
import { endpoints, factsOf } from '../../../contract/endpoints.ts'
import type { EndpointSchemas } from '../../../contract/define.ts'
import { schemas, takesKey } from '../../../contract/schemas.ts'
import { eventStream, mediaTypeOf } from '../../../contract/streams.ts'

// Errors that any request can get.
const COMMON_ERRORS: ErrorCode[] = [
  'request.invalid',
  'request.malformed',
  'request.too_many',
  'server.failed',
  'server.unavailable',
]

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  required?: string[]
  [key: string]: unknown
}

function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' })
  return rest as JsonSchema
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string', enum: [...Object.keys(errors), ...Object.values(formerCodes)] },
    alias: { type: 'string', enum: Object.keys(formerCodes) },
    hint: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'code', 'detail'],
        properties: {
          path: { type: 'string' },
          code: { type: 'string' },
          detail: { type: 'string' },
          minimum: { type: 'integer' },
          maximum: { type: 'integer' },
        },
      },
    },
  },
}

function buildErrorResponses(codes: ErrorCode[]): Record<string, unknown> {
  const byStatus = new Map<number, string[]>()
  for (const code of codes) {
    const [status, sentence] = errors[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), `\`${code}\`: ${sentence}`])
  }
  return Object.fromEntries(
    [...byStatus].map(([status, lines]) => [
      String(status),
      {
        description: [...new Set(lines)].join('\n\n'),
        content: {
          'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          'text/plain': { schema: { type: 'string' } },
        },
      },
    ]),
  )
}

function buildOperation(name: keyof typeof endpoints): Record<string, unknown> {
  const { method, path, access, credential } = factsOf(name)
  const { input, output, errors: own, may_wait }: EndpointSchemas = schemas[name]
  const file = mediaTypeOf(output)
  const { properties = {}, required = [], additionalProperties = true } = toJsonSchema(input, 'input')
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const rest = Object.keys(properties).filter((key) => !inPath.includes(key))
  const parameters = [
    ...inPath.map((key) => ({ name: key, in: 'path', required: true, schema: properties[key] ?? {} })),
    // A program that sends no body with DELETE writes it there.
    ...(method === 'GET' || method === 'DELETE'
      ? rest.map((key) => ({
          name: key,
          in: 'query',
          required: method === 'GET' && required.includes(key),
          schema: properties[key] ?? {},
        }))
      : []),
    ...(takesKey(name)
      ? [
          {
            name: 'Idempotency-Key',
            in: 'header',
            description: 'For a day the same person, request and key get the same answer, and nothing is done again.',
            required: false,
            schema: { type: 'string', minLength: 8, maxLength: 200 },
          },
        ]
      : []),
  ]
  const body = {
    type: 'object',
    additionalProperties,
    properties: Object.fromEntries(rest.map((key) => [key, properties[key]])),
    required: required.filter((key) => rest.includes(key)),
  }
  const isWrite = method !== 'GET'
  const codes: ErrorCode[] = [
    ...COMMON_ERRORS,
    ...own,
    // A token that has died is refused to visitors, too.
    ...(credential === 'own' ? [] : (['sessions.required'] as const)),
    ...(access === 'visitor' ? [] : (['request.forbidden'] as const)),
    ...(isWrite ? (['request.too_large', 'request.unsupported_media_type'] as const) : []),
    ...(takesKey(name) ? (['request.key_reused', 'request.in_progress'] as const) : []),
  ]
  const answer = {
    description: 'Done.',
    content:
      file !== undefined
        ? { [file]: { schema: { type: 'string' } } }
        : output === eventStream
          ? { 'text/event-stream': { schema: { type: 'string' } } }
          : { 'application/json': { schema: toJsonSchema(output, 'output') } },
  }
  return {
    operationId: name,
    tags: [name.split('.')[0]],
    'x-access': access,
    security: access === 'visitor' ? [{}, { bearer: [] }] : [{ bearer: [] }],
    parameters,
    ...(isWrite &&
      rest.length > 0 && {
        requestBody: {
          required: method !== 'DELETE' && body.required.length > 0,
          content: { 'application/json': { schema: body } },
        },
      }),
    responses: {
      '200': answer,
      ...(may_wait && { '202': { ...answer, description: 'Taken, and not done yet.' } }),
      ...buildErrorResponses(codes),
    },
  }
}

/** Builds the OpenAPI 3.1 description of every endpoint from the contract. */
export function buildOpenApi(site_name: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, { method, path }] of Object.entries(endpoints)) {
    paths[path] = { ...paths[path], [method.toLowerCase()]: buildOperation(name as keyof typeof endpoints) }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${site_name} API`, version: '1', license: { name: 'MIT', identifier: 'MIT' } },
    paths,
    components: {
      schemas: { Problem: problemSchema },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}
