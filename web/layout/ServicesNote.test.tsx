import { expect, it } from 'vitest'
import type { Services } from '../../contract/render.ts'
import { mockServer, renderPage } from '../test.tsx'
import { ServicesNote } from './ServicesNote.tsx'

const none: Services = { translation: null, speech: null }

it.each<[string, Services, RegExp[]]>([
  ['nothing leaves', none, [/sorted on this server/, /no request leaves/]],
  [
    'requests for everybody go to the classifier',
    { ...none, classifier: { service: 'sort.example', sends: 'public' } },
    [/requests for everyone are sent to sort\.example, without names/],
  ],
  [
    'those of groups too',
    { ...none, classifier: { service: 'sort.example', sends: 'groups' } },
    [/sent to sort\.example.*for groups and for the care team/],
  ],
  [
    'translations and speech',
    { translation: { service: 't.example' }, speech: { service: 's.example' } },
    [/sorted on this server/, /Translations come from t\.example/, /use s\.example/],
  ],
])('says what is true for this site: %s', async (_, services, sentences) => {
  mockServer({})
  const { screen } = await renderPage(<ServicesNote />, '/content/privacy-notice', { services })
  for (const sentence of sentences) await expect.element(screen.getByText(sentence)).toBeVisible()
})
