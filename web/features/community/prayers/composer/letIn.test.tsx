import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { call } from '../../../../api.ts'
import { json, storeToken, mockServer, problem, renderPage, signedIn } from '../../../../test.tsx'
import { emptyDraft, type Draft } from './draft.ts'
import { PrayerForm } from './PrayerForm.tsx'

it('lets a request go out by email, or keeps it in, as its writer left that', async () => {
  storeToken()
  await page.viewport(1280, 900)
  const sent: boolean[] = []
  mockServer({
    ...signedIn,
    'GET /api/groups': () => json({ items: [{ id: 'one', name: 'Choir', member_count: 3, may: { post: true } }] }),
    'GET /api/groups/one/summary': () =>
      json({ rhythm: 'weekly', has_words: true, sends_mail: true, reached_count: 2, reader_count: 1 }),
    'POST /api/prayers': ({ body }) => {
      sent.push((body as Draft).in_summary)
      return problem(503, 'server.unavailable')
    },
  })
  const initial: Draft = { ...emptyDraft, content: 'For my sister', visibility: 'group', group_ids: ['one'] }
  const send = async (draft: Draft) => (await call('prayers.create', draft)).error
  const { screen } = await renderPage(
    <PrayerForm name="test" initial={initial} heading="New" close="/" failedTitle="Not shared." send={send} />,
  )
  const letIn = screen.getByRole('checkbox', { name: 'Let this request go out by email' })
  await expect.element(letIn).toBeChecked()
  const share = screen.getByRole('button', { name: 'Share with your group' })
  await share.click()
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await letIn.click()
  await share.click()
  await expect.poll(() => sent).toEqual([true, false])
})
