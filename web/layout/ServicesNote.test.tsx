import { expect, it } from 'vitest'
import type { Services } from '../../contract/render.ts'
import { mockServer, renderPage } from '../test.tsx'
import { ServicesNote } from './ServicesNote.tsx'

const none: Services = { translation: null, speech: null }

it.each<[string, Services, RegExp[]]>([
  ['nothing leaves', none, [/sorted into categories on this site/, /no request leaves/]],
  [
    'requests for everybody go to the classifier',
    { ...none, classifier: { service: 'sort.example', sends: 'public' } },
    [/send requests that everyone can read to sort\.example to sort them into categories, without names/],
  ],
  [
    'those of groups too',
    { ...none, classifier: { service: 'sort.example', sends: 'groups' } },
    [/send requests to sort\.example.*groups and the prayer team/],
  ],
  [
    'translations and speech',
    { translation: { service: 't.example' }, speech: { service: 's.example' } },
    [/sorted into categories on this site/, /t\.example translates/, /s\.example reads aloud/],
  ],
])('says what is true for this site: %s', async (_, services, sentences) => {
  mockServer({})
  const { screen } = await renderPage(<ServicesNote />, '/content/privacy-notice', { services })
  for (const sentence of sentences) await expect.element(screen.getByText(sentence)).toBeVisible()
})
