import type { Page } from '@playwright/test'
import type { Rota } from '../contract/review.ts'
import { STILL_PAGE, callAs, expect, make, test } from './test.ts'

const ask = (page: Page): Promise<string> =>
  make(page, '/api/prayers', { content: 'I do not want to live any more. Please pray.', visibility: 'members' })

/** Puts two people on call, who then look after those in danger. */
async function putOnCall(page: Page, names: string[]): Promise<void> {
  const { staff } = await callAs<Rota>(page, '/api/care/rota')
  const chosen = staff.filter(({ display_name }) => names.includes(display_name))
  const on_call = chosen.map(({ id }) => ({ id, weekdays: [] }))
  const saved = await callAs<Rota>(page, '/api/care/rota', 'PUT', { on_call })
  expect(saved.on_call).toHaveLength(names.length)
}

const openCase = async (page: Page, id: string): Promise<void> => {
  await page.goto(`/admin/care/${id}`)
  await expect(page.getByRole('heading', { name: 'Someone may be in danger' })).toBeVisible()
}

test('somebody in danger is taken on, written to, answers, is handed over, and stays until the case is closed', async ({
  enter,
}) => {
  const hannah = await enter('hannah', STILL_PAGE)
  const ines = await enter('ines', '/admin/care')
  await putOnCall(ines, ['Inês D.', 'Ruth M.'])
  const id = await ask(hannah)

  await openCase(ines, id)
  await ines.getByRole('button', { name: 'Take it on' }).click()
  await ines.getByRole('button', { name: 'Are you safe right now?' }).click()
  const field = ines.getByRole('textbox', { name: 'Write to them' })
  await expect(field).toHaveValue('Are you safe right now?')
  await field.press('Enter')
  await expect(field).not.toHaveValue('')
  // The words outlive leaving the page.
  await ines.reload()
  await expect(field).toHaveValue(/^Are you safe right now\?/)
  await ines.getByRole('button', { name: 'Send' }).click()
  await expect(ines.getByRole('list', { name: 'You and the author' })).toContainText('Are you safe right now?')

  await hannah.goto(`/prayers/${id}/held`)
  await expect(hannah.getByRole('link', { name: 'The care team wrote to you' })).toBeVisible()
  const talk = hannah.getByRole('region', { name: 'The care team wrote to you' })
  await expect(talk).toContainText('Are you safe right now?')
  await expect(talk).toContainText('Inês, care team')
  await expect(talk).not.toContainText('Inês D.')
  await talk.getByRole('textbox', { name: 'Write back' }).fill('I think so. My sister is here.')
  await talk.getByRole('button', { name: 'Send' }).click()
  await expect(talk.getByRole('listitem')).toHaveCount(2)

  await ines.goto('/admin')
  await ines.getByRole('link', { name: /^Go on.*wrote back/ }).click()
  await expect(ines.getByRole('list', { name: 'You and the author' })).toContainText('My sister is here.')
  await ines.getByLabel('Add a note').fill('Her sister is there.')
  await ines.getByRole('button', { name: 'Add note' }).click()
  await ines.getByRole('button', { name: 'Hand over' }).click()
  await ines.getByRole('radio', { name: 'Ruth M.' }).check()
  await ines.getByRole('button', { name: 'Ask Ruth M.' }).click()
  await expect(ines.getByText('Waiting for Ruth M. to say yes.')).toBeVisible()

  const ruth = await enter('ruth', STILL_PAGE)
  await openCase(ruth, id)
  await expect(ruth.getByText('Her sister is there.')).toBeVisible()
  await ruth.getByRole('button', { name: 'Take it over' }).click()
  await expect(ruth.getByText(/^Yours since/)).toBeVisible()

  // By keys alone.
  await ruth.getByRole('button', { name: 'Close', exact: true }).press('Enter')
  const dialog = ruth.getByRole('dialog', { name: 'How did it end?' })
  await expect(dialog).toBeVisible()
  await ruth.keyboard.press('Escape')
  // The browser closes it and gives the focus back a moment before the page hears of it.
  await expect(ruth.locator('dialog', { hasText: 'How did it end?' })).toHaveCount(0)
  await expect(ruth.getByRole('button', { name: 'Close', exact: true })).toBeFocused()
  await ruth.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Choose how it ended' })).toHaveAttribute('aria-disabled', 'true')
  await ruth.keyboard.press('Tab')
  await ruth.keyboard.press('Space')
  await expect(dialog.getByRole('radio', { name: 'Somebody’s with them now' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Close it' }).press('Enter')
  await expect(ruth.getByRole('button', { name: 'Open again' })).toBeVisible()

  await ruth.goto('/admin/care')
  const closed = ruth.locator('details').filter({ hasText: 'Recently closed' })
  await expect(closed.locator(`a[href="/admin/care/${id}"]`)).toHaveCount(1)
  await expect(ruth.locator(`main a[href="/admin/care/${id}"]`)).toHaveCount(1)
  await hannah.reload()
  await expect(talk).toContainText('The care team isn’t waiting for an answer any more.')
  expect(await hannah.content()).not.toContain('Her sister is there.')
})

test('whoever may not read a case finds the number that somebody of the care team left', async ({ enter }) => {
  const ines = await enter('ines', '/admin/care?tab=on_call')
  const number = ines.getByRole('textbox', { name: /number to ring/ })
  await number.fill('ring me')
  await ines.getByRole('button', { name: 'Save number' }).click()
  await expect(number).toHaveAccessibleDescription(/Write it in digits/)
  await number.fill('٠٣٠ ١٢٣٤')
  await ines.getByRole('button', { name: 'Save number' }).click()
  await expect(number).toHaveValue('030 1234')
  await putOnCall(ines, ['Inês D.'])
  await ask(await enter('hannah', STILL_PAGE))

  const moderator = await enter('ruth', '/admin')
  const ring = moderator.getByRole('link', { name: /Ring Inês D\..*in danger/ })
  await expect(ring).toHaveAttribute('href', 'tel:0301234')
  await expect(moderator.getByRole('main')).toContainText('030 1234')
  await moderator.goto('/admin/care')
  await expect(moderator.getByRole('link', { name: 'Ring Inês D. 030 1234' })).toBeVisible()
})
