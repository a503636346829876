import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '../../../../contract/endpoints.ts'
import { schemas } from '../../../../contract/schemas.ts'

// Answers hold what their schemas name and nothing else. `toStaffView` decides about `author` and `pseudonym`.
const DENIED = ['author_id', 'author_name', 'user_id', 'user_name', 'created_by', 'display_name', 'email']
const STAFF = ['care', 'moderator', 'admin']

type Json = { [name: string]: unknown }
const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The members of every object in the answer of an endpoint. */
function objectsOf(name: EndpointName): string[][] {
  const found: string[][] = []
  const visit = (value: unknown): void => {
    if (!isJson(value)) return
    if (isJson(value['properties'])) found.push(Object.keys(value['properties']))
    for (const part of Object.values(value)) visit(part)
  }
  visit(z.toJSONSchema(schemas[name].output, { unrepresentable: 'any' }))
  return found
}

/** Objects with words of an author who may be anonymous: neither a page of the site nor what the care team wrote. */
const isAboutWords = (members: string[]): boolean =>
  members.includes('pseudonym') ||
  (members.includes('content') && !members.includes('act') && !members.includes('slug'))

describe('an answer to staff', () => {
  const about = Object.entries<Endpoint>(endpoints)
    .filter(([, { access }]) => STAFF.includes(access))
    .map(([name]) => [name, objectsOf(name as EndpointName).filter(isAboutWords)] as const)
    .filter(([, objects]) => objects.length > 0)

  it('is about requests in reviews, moderations, appeals, reports and cases', () => {
    const subjects = about.map(([name]) => name.split('.')[0])
    expect(subjects).toEqual(expect.arrayContaining(['review', 'moderations', 'appeals', 'reports', 'cases']))
  })

  it.each(about)('%s names an author in no member but the one that hides them', (_, objects) => {
    for (const members of objects) {
      expect(members.filter((member) => DENIED.includes(member))).toEqual([])
      // Readers get `is_mine` from `toPrayer`, where staff get the pseudonym.
      if (members.includes('author')) expect(members.includes('pseudonym') || members.includes('is_mine')).toBe(true)
    }
  })
})
