import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { people } from '../people.ts'
import { type Journey, MINUTE } from './journey.ts'
import * as shapes from './shapes.ts'

const Links = z.array(shapes.Link)
const Prayers = shapes.pageOf(shapes.ListedPrayer)

/** A request from its first words to its categories. */
function followRequests(journey: Journey): void {
  describe('a request', () => {
    it('is written, read by everybody and changed', async () => {
      const categories = await journey.visitor.call('GET /api/categories', z.array(shapes.Category))
      const categoryIds = categories.filter(({ name }) => name === 'Health').map(({ id }) => id)
      const body = { content: 'My father has surgery on Tuesday. Please pray for the doctors.', categoryIds }
      const made = await journey.hannah.call('POST /api/prayers', shapes.ListedPrayer, { body })
      expect(made.categories.map(({ id }) => id)).toEqual(categoryIds)
      const path = { id: made.id }
      const read = await journey.visitor.call('GET /api/prayers/{id}', shapes.Prayer, { path })
      const own = await journey.hannah.call('GET /api/prayers/{id}', shapes.Prayer, { path })
      expect([read.content, read.updates, own.updates]).toEqual([body.content, [], []])
      const options = { path, body: { content: `${body.content} Thank you.`, categoryIds } }
      const edited = await journey.hannah.call('PUT /api/prayers/{id}', shapes.ListedPrayer, options)
      expect(edited.content).toBe(options.body.content)
      const query = { page: 0, pageSize: 20, exclude_group_prayers: true }
      const { items } = await journey.visitor.call('GET /api/prayers', Prayers, { query })
      expect(items.map(({ id }) => id)).toEqual([made.id])
      const without = await journey.visitor.call('GET /api/prayers', z.looseObject({ pageSize: z.literal(20) }))
      expect(without['page']).toBe(0)
      await journey.visitor.call('GET /api/prayers/{id}/updates', z.array(shapes.Anything), { path })
      journey.id.prayer = made.id
    })

    it('is prayed for, and reacted to', async () => {
      const path = { id: journey.id.prayer }
      await journey.tomas.call('POST /api/prayers/{id}/pray', shapes.Anything, { path })
      const body = { prayer_request_id: journey.id.prayer, type: 'amen' }
      const { id } = await journey.tomas.call('POST /api/reactions', z.looseObject({ id: z.string() }), { body })
      await journey.tomas.call('DELETE /api/reactions/{id}', shapes.Anything, { path: { id } })
    })

    it('gets its categories from its author', async () => {
      const path = { id: journey.id.prayer }
      const categories = await journey.hannah.call('GET /api/categories', z.array(shapes.Category))
      const [first = '', second = '', third = ''] = categories.map(({ id }) => id)
      const replaced = { path, body: { categoryIds: [first] } }
      const links = await journey.hannah.call('PUT /api/prayers/{id}/categories', Links, replaced)
      expect(links.map(({ category_id }) => category_id)).toEqual([first])
      const added = [second, third].map((category_id) => ({
        prayer_request_id: journey.id.prayer,
        category_id,
        is_machine_generated: true,
      }))
      const three = await journey.hannah.call('POST /api/prayers/{id}/categories', Links, {
        path,
        body: { categories: added },
      })
      expect(three.map(({ is_machine_generated }) => is_machine_generated)).toEqual([false, false, false])
      await journey.hannah.call('DELETE /api/prayers/{id}/categories', Links, {
        path,
        body: { category_ids: [second, third] },
      })
      const left = await journey.visitor.call('GET /api/prayers/{id}/categories', Links, { path })
      expect(left.map(({ category_id }) => category_id)).toEqual([first])
      expect(await journey.visitor.call('GET /api/prayers/categories', Links)).toEqual(left)
      const query = { ids: journey.id.prayer }
      expect(await journey.visitor.call('GET /api/prayers/categories', Links, { query })).toEqual(left)
      const inCategory = await journey.visitor.call('GET /api/categories/{id}/prayers', Prayers, {
        path: { id: first },
      })
      expect(inCategory.items.map(({ id }) => id)).toEqual([journey.id.prayer])
    })
  })
}

/** The sorting of requests by machine. */
function followClassifier(journey: Journey): void {
  describe('the classifier', () => {
    beforeAll(() => journey.signIn(journey.peter, people.peter.email))

    it('answers any page, without credentials', async () => {
      const body = { text: 'Please pray for my mother, who is in hospital with pneumonia.', _t: Date.now() }
      const { results } = await journey.visitor.call('POST /api/classify', shapes.Predictions, { body })
      expect(results[0]?.categories[0]?.name).toBe('Health')
      const nothing = { body: { text: '', _t: Date.now() } }
      expect(await journey.visitor.refused('POST /api/classify', nothing)).toBe('Prayer has no content to classify')
    })

    it('sorts one request, several, and all', async () => {
      const body = { content: 'Our grandmother died last night. Please pray for all who mourn her.' }
      const { id } = await journey.hannah.call('POST /api/prayers', shapes.ListedPrayer, { body })
      await journey.app.runJobs()
      const path = { id }
      await journey.peter.call('POST /api/prayers/{id}/recategorize', shapes.Classification, { path })
      const ids = [id, journey.id.prayer]
      const Many = shapes.Classification.extend({ results: shapes.Classification.shape.results.min(2) })
      await journey.peter.call('POST /api/prayers/recategorize', Many, { body: { ids } })
      const WithJob = shapes.Classification.extend({
        job: z.looseObject({ id: z.string(), status: z.literal('done') }),
      })
      const all = await journey.peter.call('POST /api/prayers/recategorize', WithJob, { body: { _t: Date.now() } })
      // The first request has the categories that its author chose.
      expect(all.results.map((result) => result['prayer_request_id'])).toEqual([id])
      const links = await journey.visitor.call('GET /api/prayers/categories', Links)
      expect(links.filter((link) => link.prayer_request_id === id).map((link) => link.is_machine_generated)).toContain(
        true,
      )
      const machine = await journey.peter.call('GET /api/categories/machine-generated', shapes.pageOf(shapes.Link))
      expect(machine.items.map(({ prayer_request_id }) => prayer_request_id)).toContain(id)
      await journey.peter.call('GET /api/prayers/miscategorized', Prayers)
      await journey.peter.call('GET /api/models', z.looseObject({ default_model: z.literal('instructor-large') }))
    })

    it('refuses what is no id, and finds nothing by an unknown one', async () => {
      const { peter } = journey
      const malformed = await peter.refused('POST /api/prayers/{id}/recategorize', { path: { id: 'not-an-id' } })
      expect(malformed).toContain('Invalid prayer ID format. Must be a valid UUID.')
      const missing = await peter.refused('POST /api/prayers/{id}/recategorize', { path: { id: randomUUID() } })
      expect(missing).toBe('Prayer not found in database')
    })
  })
}

/** Groups, and the requests in them. */
function followGroups(journey: Journey): void {
  describe('a group', () => {
    it('is made, found among the others and changed', async () => {
      const body = { name: 'Tuesday Evening Circle' }
      const made = await journey.hannah.call('POST /api/groups', shapes.ListedGroup, { body })
      const other = await journey.tomas.call('POST /api/groups', shapes.ListedGroup, { body: { name: 'Night Shift' } })
      const { items } = await journey.hannah.call('GET /api/groups', shapes.pageOf(shapes.ListedGroup))
      expect(items.map(({ id }) => id).toSorted()).toEqual([made.id, other.id].toSorted())
      const path = { id: made.id }
      const read = await journey.hannah.call('GET /api/groups/{id}', shapes.Group, { path })
      expect(read.prayers).toEqual([])
      const options = { path, body: { description: 'We meet after work.' } }
      const edited = await journey.hannah.call('PUT /api/groups/{id}', shapes.ListedGroup, options)
      expect(edited['description']).toBe('We meet after work.')
      journey.id.group = made.id
    })

    it('has requests, which only its members read', async () => {
      const path = { id: journey.id.group }
      const body = { content: 'Please pray for my exam on Friday.' }
      const made = await journey.hannah.call('POST /api/groups/{id}/prayers', shapes.ListedPrayer, { path, body })
      const inGroup = await journey.hannah.call('GET /api/groups/{id}/prayers', Prayers, { path })
      expect(inGroup.items.map(({ id }) => id)).toEqual([made.id])
      const { prayers } = await journey.hannah.call('GET /api/groups/{id}', shapes.Group, { path })
      expect(prayers).toEqual(inGroup.items)
      expect((await journey.tomas.call('GET /api/groups/{id}', shapes.Group, { path })).prayers).toEqual([])
      const mine = await journey.hannah.call('GET /api/prayers/groups', Prayers)
      expect(mine.items.map(({ id }) => id)).toEqual([made.id])
      await journey.hannah.call('DELETE /api/groups/{id}/prayers/{prayerId}', shapes.Anything, {
        path: { ...path, prayerId: made.id },
      })
      expect((await journey.hannah.call('GET /api/groups/{id}', shapes.Group, { path })).prayers).toEqual([])
    })

    it('goes back as it came, with its requests', async () => {
      const path = { id: journey.id.group }
      const body = { content: 'Please pray for our meeting.' }
      await journey.hannah.call('POST /api/groups/{id}/prayers', shapes.ListedPrayer, { path, body })
      const own = await journey.hannah.call('GET /api/groups/{id}', shapes.Group, { path })
      expect(own.prayers).toHaveLength(1)
      const back = await journey.hannah.call('PUT /api/groups/{id}', shapes.ListedGroup, { path, body: own })
      expect(back.name).toBe(own['name'])
    })
  })
}

/** A report, from the reader who makes it to the moderator who closes it. */
function followReports(journey: Journey): void {
  describe('a report', () => {
    it('is made, found and closed', async () => {
      const path = { id: journey.id.prayer }
      const body = { report_type: 'other', reason: 'Is this meant for everybody?' }
      const made = await journey.tomas.call('POST /api/prayers/{id}/report', z.looseObject({ id: z.string() }), {
        path,
        body,
      })
      await journey.signIn(journey.peter, people.peter.email)
      const query = { page: 0, limit: 10, status: 'open', report_type: 'other' }
      const { items } = await journey.peter.call('GET /api/reports', shapes.pageOf(shapes.Report), { query })
      expect(items).toHaveLength(1)
      const one = { id: items[0]?.id ?? '' }
      expect(one.id).toBe(made.id)
      await journey.peter.call('GET /api/reports/{id}', shapes.Report, { path: one })
      const closed = { path: one, body: { status: 'dismissed' } }
      expect((await journey.peter.call('PUT /api/reports/{id}', shapes.Report, closed)).status).toBe('dismissed')
    })
  })
}

/** The deletion of requests and of an account. */
function followLeaving(journey: Journey): void {
  describe('whoever leaves', () => {
    it('deletes one request, and several', async () => {
      await journey.hannah.call('DELETE /api/prayers/{id}', shapes.Anything, { path: { id: journey.id.prayer } })
      expect(await journey.visitor.refused('GET /api/prayers/{id}', { path: { id: journey.id.prayer } })).not.toBe('')
      const query = { mine: true }
      const { items } = await journey.hannah.call('GET /api/prayers', Prayers, { query })
      expect(items.length).toBeGreaterThan(1)
      const body = { ids: items.map(({ id }) => id) }
      await journey.hannah.call('DELETE /api/prayers/batch', shapes.Anything, { body })
      expect((await journey.visitor.call('GET /api/prayers', Prayers)).items).toEqual([])
    })

    it('deletes the account', async () => {
      journey.app.advance(MINUTE)
      await journey.signIn(journey.hannah, 'hannah@example.org')
      await journey.hannah.call('DELETE /api/users/{id}', shapes.Anything, { path: { id: journey.id.hannah } })
      expect(await journey.hannah.refused('GET /api/auth/session')).toBe('Authentication failed')
    })
  })
}

/** Follows what people ask for, pray, sort, share in groups and report. */
export function followCommunity(journey: Journey): void {
  followRequests(journey)
  followClassifier(journey)
  followGroups(journey)
  followReports(journey)
  followLeaving(journey)
}
