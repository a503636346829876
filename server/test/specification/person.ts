import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { SpecifiedClient } from './client.ts'
import { type Journey, MINUTE, NEW_PASSWORD, PASSWORD } from './journey.ts'
import * as shapes from './shapes.ts'

/** Does what a person does with their account and their preferences. */
export function followPerson(journey: Journey): void {
  describe('a person', () => {
    it('signs up, verifies the address, and is named after it', async () => {
      const body = { email: 'hannah@example.org', password: PASSWORD, displayName: '' }
      const { user, token } = await journey.hannah.call('POST /api/auth/signup', shapes.Session, { body })
      expect([user.email, user.display_name, user.profile.display_name]).toEqual([body.email, 'hannah', 'hannah'])
      journey.hannah.token = token
      journey.id.hannah = user.id
      expect(await journey.mailedTo(body.email)).not.toBe('')
      await journey.hannah.call('POST /api/auth/resend-verification', shapes.Anything)
      const secret = await journey.mailedTo(body.email)
      await journey.visitor.call('POST /api/auth/verify-email', shapes.Anything, { body: { token: secret } })
      expect(await journey.visitor.refused('POST /api/auth/verify-email', { body: { token: secret } })).not.toBe('')
      const again = { email: 'tomas@example.org', password: PASSWORD, displayName: 'Tomás R.' }
      const other = await journey.tomas.call('POST /api/auth/signup', shapes.Session, { body: again })
      expect(other.user.display_name).toBe('Tomás R.')
      journey.tomas.token = other.token
      journey.id.tomas = other.user.id
    })

    it('signs out and in, and stays signed in when the token expires', async () => {
      await journey.hannah.call('POST /api/auth/signout', shapes.Anything)
      journey.hannah.token = undefined
      const wrong = { email: 'hannah@example.org', password: 'not this one' }
      expect(await journey.hannah.refused('POST /api/auth/signin', { body: wrong })).toBe(
        'Authentication failed. Please try again.',
      )
      await journey.signIn(journey.hannah, 'hannah@example.org')
      const before = journey.hannah.token
      journey.app.advance(11 * MINUTE)
      const { user } = await journey.hannah.call('GET /api/auth/session', shapes.Session)
      expect(user.id).toBe(journey.id.hannah)
      expect(journey.hannah.token).not.toBe(before)
      const renewed = await journey.hannah.call('POST /api/auth/refresh', z.looseObject({ token: z.string() }))
      journey.hannah.token = renewed.token
    })

    it('is sent to /signin with a token that is none', async () => {
      const lost = new SpecifiedClient(journey.app.url, journey.app.ctx.clock)
      lost.token = (journey.hannah.token ?? '').split('.').with(2, 'bm90aGluZw').join('.')
      expect(await lost.refused('GET /api/auth/session')).toBe('Authentication failed')
      expect([lost.token, lost.isSentToSignIn]).toEqual([undefined, true])
    })

    it('changes and resets the password', async () => {
      await journey.signIn(journey.hannah, 'hannah@example.org')
      const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
      await journey.hannah.call('POST /api/auth/change-password', shapes.Anything, { body })
      await journey.hannah.call('GET /api/auth/session', shapes.Session)
      await journey.visitor.call('POST /api/auth/forgot-password', shapes.Anything, {
        body: { email: 'hannah@example.org' },
      })
      const token = await journey.mailedTo('hannah@example.org')
      await journey.visitor.call('POST /api/auth/reset-password', shapes.Anything, {
        body: { token, newPassword: PASSWORD },
      })
      await journey.signIn(journey.hannah, 'hannah@example.org')
    })

    it('changes the own profile, which others read', async () => {
      const body = { display_name: 'Hannah W.' }
      const edited = await journey.hannah.call('PUT /api/auth/profile', shapes.User, { body })
      expect([edited.display_name, edited.profile.display_name]).toEqual(['Hannah W.', 'Hannah W.'])
      const path = { id: journey.id.hannah }
      const profile = await journey.tomas.call('GET /api/users/{id}/profile', shapes.Profile, { path })
      expect(profile).toEqual(edited.profile)
      expect(await journey.hannah.call('GET /api/auth/profile', shapes.User)).toEqual(edited)
      await journey.hannah.call('PUT /api/users/{id}/profile', shapes.Profile, { path, body: { about: 'I sing.' } })
    })

    it('chooses a language, and a theme by id and by name', async () => {
      const path = { id: journey.id.hannah }
      const before = await journey.hannah.call('GET /api/users/{id}/preferences', shapes.Preferences, { path })
      const body = { ...before, preferred_language: 'fr' }
      const after = await journey.hannah.call('PUT /api/users/{id}/preferences', shapes.Preferences, { path, body })
      expect(after).toEqual(body)
      const themes = await journey.hannah.call('GET /api/themes', z.array(shapes.Theme).min(2))
      expect(themes.map(({ order }) => order)).toEqual(
        themes.map(({ order }) => order).toSorted((one, two) => one - two),
      )
      const standard = await journey.hannah.call('GET /api/themes/default', shapes.Theme)
      expect(themes.find(({ is_default }) => is_default)?.id).toBe(standard.id)
      const chosen = themes.find(({ is_default }) => !is_default)
      const Preference = z.looseObject({ themeId: z.string() })
      for (const themeId of [standard.name, chosen?.id, standard.id, chosen?.name.toUpperCase()]) {
        const of = { path: { userId: journey.id.hannah }, body: { themeId } }
        await journey.hannah.call('POST /api/themes/preference/{userId}', Preference, of)
      }
      const kept = await journey.hannah.call('GET /api/themes/preference/{userId}', Preference, {
        path: { userId: journey.id.hannah },
      })
      expect(kept.themeId).toBe(chosen?.id)
      const named = { theme_preference: standard.name }
      const written = await journey.hannah.call('PUT /api/users/{id}/preferences', shapes.Preferences, {
        path,
        body: named,
      })
      expect(written.theme_preference).toBe(standard.id)
      for (const one of [standard.id, standard.name]) {
        const read = await journey.visitor.call('GET /api/themes/{id}', shapes.Theme, { path: { id: one } })
        expect(read.id).toBe(standard.id)
      }
    })
  })
}
