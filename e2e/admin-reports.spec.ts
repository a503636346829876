import { STILL_PAGE, expect, make, test } from './test.ts'

test('a member reports, a moderator takes it on, decides and takes that back, and the author asks for another look', async ({
  enter,
}) => {
  test.slow()
  const words = `My neighbour at number 14 drinks again ${crypto.randomUUID()}`
  const hannah = await enter('hannah', STILL_PAGE)
  const id = await make(hannah, '/api/prayers', { content: words, visibility: 'members' })
  const address = `/prayers/${id}`

  const tomas = await enter('tomas', STILL_PAGE)
  await make(tomas, `/api/prayers/${id}/report`, { report_type: 'harassment', reason: 'This tells too much.' })

  const ruth = await enter('ruth', '/admin/reports')
  await ruth.getByRole('button', { name: words }).click()
  const panel = ruth.getByRole('region', { name: /^Report \d of \d$/ })
  await expect(panel).toContainText('This tells too much.')
  await expect(panel).toContainText('Hannah W.')
  await expect(ruth.getByText('Tomás')).toHaveCount(0)
  await panel.getByRole('button', { name: 'I’ll take this' }).click()
  await expect(panel).toContainText('You’re looking after this.')
  await expect(panel.getByRole('radio', { checked: true })).toHaveCount(0)
  await panel.getByRole('button', { name: 'Choose one first' }).click()
  await expect(panel.getByRole('radio').first()).toBeFocused()
  await panel.getByRole('radio', { name: 'Remove' }).check()
  await panel.getByLabel('Message to the author').selectOption('Private information')
  await panel.getByRole('button', { name: 'Give a reason first' }).click()
  await expect(panel.getByText('Please give a reason.')).toBeVisible()
  await panel.getByLabel('Your reason').fill('It names where she lives.')
  // The choice and the words stay where the panel becomes a dialog.
  for (const width of [1100, 390]) {
    await ruth.setViewportSize({ width, height: 844 })
    const narrow = ruth.getByRole('dialog', { name: /^Report \d of \d$/ })
    await expect(narrow.getByRole('radio', { name: 'Remove' })).toBeChecked()
    await expect(narrow.getByLabel('Message to the author')).toHaveValue('private_information')
    await expect(narrow.getByLabel('Your reason')).toHaveValue('It names where she lives.')
  }
  await ruth.setViewportSize({ width: 1280, height: 900 })
  await expect(panel.getByRole('radio', { name: 'Remove' })).toBeChecked()
  await panel.getByRole('button', { name: 'Save decision', exact: true }).click()
  await expect(ruth.getByText('Removed. If the author still has an account, we’ve told them.')).toBeVisible()
  await hannah.goto(address)
  await expect(hannah.getByText('doesn’t exist, or it’s no longer shared')).toBeVisible()

  // Undo restores the undecided state.
  await ruth.getByRole('button', { name: 'Undo' }).first().click()
  await expect(ruth.getByText('Undone')).toBeVisible()
  await hannah.reload()
  await expect(hannah.getByText(words).first()).toBeVisible()

  await panel.getByRole('radio', { name: 'Hide' }).check()
  await panel.getByLabel('Message to the author').selectOption('Private information')
  await panel.getByLabel('Your reason').fill('It names where she lives.')
  await panel.getByRole('button', { name: 'Save decision', exact: true }).click()
  await expect(ruth.getByText('Hidden. If the author still has an account, we’ve told them.')).toBeVisible()

  // The author finds the decision among the notifications, and appeals.
  await hannah.goto('/notifications')
  await hannah.getByRole('link', { name: 'Moderators have hidden something you wrote from others' }).click()
  await expect(hannah.getByText('This shares something private about someone')).toBeVisible()
  await expect(hannah.getByText('Ruth')).toHaveCount(0)
  await hannah.getByRole('button', { name: 'Appeal this' }).click()
  await hannah.getByLabel('What should they know?').fill('She asked me to share it.')
  await hannah.getByRole('button', { name: 'Send appeal' }).click()
  await expect(hannah.getByText('No one has answered yet.')).toBeVisible()

  await ruth.goto('/admin/reports?tab=appeals')
  await expect(ruth.getByText('You made this decision, so someone else needs to look at it.')).toBeVisible()
  const peter = await enter('peter', '/admin/reports?tab=appeals')
  await peter.getByLabel('Your answer to the author').fill('Thank you for telling us.')
  await peter.getByRole('button', { name: 'Overturn decision' }).click()
  await expect(peter.getByText('No appeals waiting.')).toBeVisible()
  await hannah.reload()
  await expect(hannah.getByText('We looked again and changed the decision.')).toBeVisible()
  await tomas.goto(address)
  await expect(tomas.getByText(words).first()).toBeVisible()
})
