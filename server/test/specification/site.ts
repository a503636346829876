import { beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { people } from '../people.ts'
import { type Journey } from './journey.ts'
import * as shapes from './shapes.ts'

/** People, as an administrator manages them. */
function followPeople(journey: Journey): void {
  it('manages people', async () => {
    const { peter, id } = journey
    const created = { email: 'miriam@example.org', displayName: 'Miriam K.' }
    const Known = shapes.User.omit({ preferences: true })
    const made = await peter.call('POST /api/users', Known, { body: created })
    const { items } = await peter.call('GET /api/users', shapes.pageOf(Known))
    expect(items.map(({ email }) => email)).toContain(created.email)
    const promoted = { path: { id: made.id }, body: { role: 'moderator' } }
    expect((await peter.call('PUT /api/users/{id}/role', Known, promoted)).role).toBe('moderator')
    await peter.call('GET /api/admin/stats', shapes.Anything)
    id.miriam = made.id
  })

  it('corrects an address and a profile, without a reason', async () => {
    const { peter, id } = journey
    const path = { id: id.miriam }
    const body = { email: 'miriam.k@example.org' }
    const Address = z.looseObject({ email: z.literal(body.email) })
    await peter.call('PUT /api/users/{id}/email', Address, { path, body })
    const profile = { display_name: 'Miriam Kaya' }
    await peter.call('PUT /api/users/{id}/profile', shapes.Profile, { path, body: profile })
  })
}

/** Themes, as an administrator makes them. */
function followThemes(journey: Journey): void {
  it('makes themes, with every part that one has', async () => {
    const { peter } = journey
    const standard = await peter.call('GET /api/themes/default', shapes.Theme)
    const size = { xs: '0.75rem', sm: '0.875rem', base: '1rem', lg: '1.125rem', xl: '1.25rem', '2xl': '1.5rem' }
    const body = {
      name: 'Evening',
      colors: standard.colors,
      font: { family: 'Georgia, serif', url: '' },
      typography: {
        fontFamily: {
          sans: 'Arial, sans-serif',
          serif: 'Georgia, serif',
          mono: 'monospace',
          display: 'Georgia, serif',
        },
        fontWeight: { light: 300, normal: 400, medium: 500, semibold: 600, bold: 700 },
        fontSize: { ...size, '3xl': '1.875rem', '4xl': '2.25rem' },
        lineHeight: { tight: 1.25, normal: 1.5, relaxed: 1.75 },
      },
      ui: {
        borderRadius: { card: '8px' },
        padding: { card: '16px' },
        spacing: { headingMarginBottom: '0.5em', paragraphMarginBottom: '1em' },
      },
    }
    const made = await peter.call('POST /api/themes', shapes.FullTheme, { body })
    expect(made).toMatchObject(body)
    const path = { id: made.id }
    await peter.call('PUT /api/themes/{id}', shapes.FullTheme, { path, body: { name: 'Late evening' } })
    const copied = { path, body: { new_name: 'Dawn' } }
    const copy = await peter.call('POST /api/themes/{id}/clone', shapes.FullTheme, copied)
    const moved = await peter.call('PUT /api/themes/{id}/order', shapes.Theme, { path, body: { order: 7 } })
    expect(moved.order).toBe(7)
    const orders = [copy, made].map((theme, order) => ({ id: theme.id, order: order + 20 }))
    await peter.call('POST /api/themes/update-orders', z.array(shapes.Theme), { body: { orders } })
    const sorted = await peter.call('GET /api/themes', z.array(shapes.Theme))
    expect(sorted.map(({ name }) => name).slice(-2)).toEqual(['Dawn', 'Late evening'])
  })

  it('sends a theme back as it came, and gives a new one its place', async () => {
    const { peter } = journey
    const read = await peter.call('GET /api/themes/{id}', shapes.FullTheme, { path: { id: 'late evening' } })
    const path = { id: read.id }
    const again = await peter.call('PUT /api/themes/{id}', shapes.FullTheme, { path, body: read })
    expect(again).toMatchObject({ ...read, updated_at: again['updated_at'] })
    const body = { name: 'Placed', colors: read.colors, order: 30, is_default: false }
    const placed = await peter.call('POST /api/themes', shapes.Theme, { body })
    expect(placed).toMatchObject(body)
    await peter.call('DELETE /api/themes/{id}', shapes.Anything, { path: { id: placed.id } })
  })

  it('sets the default theme, by id and by name', async () => {
    const { peter } = journey
    const themes = await peter.call('GET /api/themes', z.array(shapes.Theme))
    const [first, second] = [themes.find(({ name }) => name === 'Dawn'), themes[0]]
    for (const themeId of [first?.name, second?.id, first?.id, second?.name]) {
      const made = await peter.call('POST /api/themes/default', shapes.Theme, { body: { themeId } })
      expect([made.id === themeId || made.name === themeId, made.is_default]).toEqual([true, true])
    }
    const Setting = z.looseObject({ value: z.string() })
    for (const theme of [first, second]) {
      for (const value of [theme?.name, theme?.id]) {
        await peter.call('POST /admin/settings/default_theme', Setting, { body: { value } })
        const { value: kept } = await peter.call('GET /admin/settings/default_theme', Setting)
        expect(kept).toBe(theme?.id)
      }
    }
    await peter.call('DELETE /api/themes/{id}', shapes.Anything, { path: { id: first?.id ?? '' } })
  })
}

/** Categories, as an administrator arranges them. */
function followCategories(journey: Journey): void {
  it('arranges categories', async () => {
    const { peter, visitor } = journey
    const made = await peter.call('POST /api/categories', shapes.Category, { body: { name: 'Harvest' } })
    const path = { id: made.id }
    const edited = { path, body: { name: 'Seed and harvest' } }
    expect((await peter.call('PUT /api/categories/{id}', shapes.Category, edited)).name).toBe(edited.body.name)
    const Moved = z.array(shapes.Category)
    await peter.call('PUT /api/categories/{id}/order', Moved, { path, body: { order: 0 } })
    expect((await visitor.call('GET /api/categories', z.array(shapes.Category)))[0]?.id).toBe(made.id)
    expect((await visitor.call('GET /api/categories/{id}', shapes.Category, { path })).order).toBe(0)
    await peter.call('DELETE /api/categories/{id}', shapes.Anything, { path })
    await visitor.call('GET /api/categories/counts', z.array(shapes.Category.omit({ order: true })).min(15))
  })
}

/** Pages and announcements, as an administrator writes them. */
function followContent(journey: Journey): void {
  it('writes pages', async () => {
    const { peter, visitor } = journey
    const body = { title: 'Our first guide', slug: 'our-first-guide', content: 'Be kind.', content_type: 'guide' }
    const page = { ...body, published: true, featured: true, metadata: {} }
    const made = await peter.call('POST /api/admin/content', shapes.Content, { body: page })
    expect(made).toMatchObject(page)
    const path = { id: made.id }
    const read = await peter.call('GET /api/admin/content/{id}', shapes.Content, { path })
    expect(read).toEqual(made)
    const edited = { path, body: { title: 'Our guide' } }
    expect((await peter.call('PUT /api/admin/content/{id}', shapes.Content, edited)).title).toBe('Our guide')
    const query = { type: 'guide', status: 'published' }
    const { items } = await peter.call('GET /api/admin/content', shapes.pageOf(shapes.Content), { query })
    expect(items.map(({ slug }) => slug)).toContain('our-first-guide')
    const shown = await visitor.call('GET /api/content', z.array(shapes.Content), { query })
    expect(shown.map(({ slug }) => slug)).toContain('our-first-guide')
    await peter.call('DELETE /api/admin/content/{id}', shapes.Anything, { path })
  })

  it('announces', async () => {
    const { peter, id } = journey
    const announcement = { content_type: 'notification', published: true, metadata: { notification_type: 'warning' } }
    const announced = { ...announcement, title: 'No evening prayer', content: 'On Tuesday.' }
    const batch = { items: [announced, { ...announced, title: 'Flood relief', metadata: {} }] }
    await peter.call('POST /api/content/batch', z.array(shapes.Content).length(2), { body: batch })
    const metadata = { notification_type: 'info', user_id: id.hannah, is_read: false }
    const body = { ...announced, title: 'For you', metadata }
    const notification = await peter.call('POST /api/content', shapes.Notification, { body })
    expect(notification.metadata).toMatchObject(metadata)
    id.announcement = notification.id
  })

  it('announces with further fields', async () => {
    const { peter, tomas, id } = journey
    const metadata = { notification_type: 'info', user_id: id.tomas, is_read: false, from_event: 'Easter' }
    const announced = { title: 'Easter', content: 'Come early.', content_type: 'notification', published: true }
    const made = await peter.call('POST /api/content', shapes.Notification, { body: { ...announced, metadata } })
    const read = { path: { id: made.id }, body: { metadata: { is_read: true } } }
    const kept = await tomas.call('PUT /api/content/{id}', shapes.Notification, read)
    expect(kept.metadata).toMatchObject({ ...metadata, is_read: true })
  })
}

/** Announcements, as their readers see them. */
function followAnnouncements(journey: Journey): void {
  describe('whoever has an announcement', () => {
    it('reads it in the banner and marks it as read', async () => {
      const { hannah, visitor, id } = journey
      const active = z.array(shapes.ActiveNotification)
      const seen = await hannah.call('GET /api/notifications/active', active)
      const byTitle = Object.fromEntries(seen.map((one) => [one.title, one]))
      const defaults = { type: 'announcement', dismissible: true, auto_hide: false, auto_hide_delay: 5000 }
      expect(byTitle['Flood relief']).toMatchObject(defaults)
      expect([byTitle['No evening prayer']?.type, byTitle['For you']?.type]).toEqual(['warning', 'info'])
      const toAll = await visitor.call('GET /api/notifications/active', active)
      expect(toAll.map((one) => one.id)).not.toContain(id.announcement)
      const query = { type: 'notification', user_id: id.hannah }
      const listed = await hannah.call('GET /api/content', z.array(shapes.Content), { query })
      expect(listed.map((one) => one.id)).toContain(id.announcement)
      const options = { path: { id: id.announcement }, body: { metadata: { is_read: true } } }
      const read = await hannah.call('PUT /api/content/{id}', shapes.Notification, options)
      expect(read.metadata.is_read).toBe(true)
      const left = await hannah.call('GET /api/notifications/active', active)
      expect(left.map((one) => one.id)).not.toContain(id.announcement)
    })
  })
}

/** Follows what an administrator does, and what others see of it. */
export function followSite(journey: Journey): void {
  describe('an administrator', () => {
    beforeAll(() => journey.signIn(journey.peter, people.peter.email))

    followPeople(journey)
    followThemes(journey)
    followCategories(journey)
    followContent(journey)
  })

  followAnnouncements(journey)
}
