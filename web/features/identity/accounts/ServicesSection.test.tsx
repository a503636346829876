import { beforeEach, expect, it, vi } from 'vitest'
import type { Services } from '../../../../contract/render.ts'
import { hannah, json, storeToken, problem, renderPage, mockServer, signedIn } from '../../../test.tsx'
import { ServicesSection } from './ServicesSection.tsx'

const address = `/api/users/${hannah.id}/preferences`
const kept = { notify: {}, shows_pray_counts: true, translation_consent: 't.example', speech_consent: 'older.example' }
const services: Services = { translation: { service: 't.example' }, speech: { service: 's.example' } }

beforeEach(storeToken)

it('takes back what was agreed, and shows no yes to another service', async () => {
  const write = vi.fn(() => json({}))
  mockServer({ ...signedIn, [`GET ${address}`]: () => json(kept), [`PUT ${address}`]: write })
  const { screen } = await renderPage(<ServicesSection user_id={hannah.id} />, '/profile', { services })
  await expect.element(screen.getByLabelText(/Read aloud and dictate/)).not.toBeChecked()
  const translate = screen.getByLabelText(/Translate requests/)
  await expect.element(translate).toBeChecked()
  await translate.click()
  await expect.element(translate).not.toBeChecked()
  const body = { translation_consent: null }
  await expect.poll(() => write).toHaveBeenCalledWith(expect.objectContaining({ body }))
})

it('goes back when it could not be saved', async () => {
  mockServer({
    ...signedIn,
    [`GET ${address}`]: () => json(kept),
    [`PUT ${address}`]: () => problem(503, 'server.unavailable'),
  })
  const { screen } = await renderPage(<ServicesSection user_id={hannah.id} />, '/profile', { services })
  const translate = screen.getByLabelText(/Translate requests/)
  await translate.click()
  await expect.element(screen.getByText(/Sentence of server.unavailable/)).toBeVisible()
  await expect.element(translate).toBeChecked()
})

it('is not there without services', async () => {
  mockServer(signedIn)
  const { screen } = await renderPage(<ServicesSection user_id={hannah.id} />, '/profile')
  await expect.element(screen.getByText('Outside services')).not.toBeInTheDocument()
})
