import { createRef } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../test.tsx'
import { Button, ButtonRow } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

it('shows what ends a form that is longer than the window', async () => {
  await page.viewport(390, 844)
  const { screen } = await renderPage(
    <Dialog ref={createRef()} title="How did it end?" onClose={() => undefined}>
      <form className="stack">
        <p style={{ blockSize: '90rem' }}>Only the care team reads this.</p>
        <ButtonRow>
          <Button type="submit">Done</Button>
        </ButtonRow>
      </form>
    </Dialog>,
    '/',
  )
  await expect.element(screen.getByRole('button', { name: 'Done' })).toBeInViewport({ ratio: 1 })
})

it('keeps a long word in its title within a narrow window', async () => {
  await page.viewport(320, 640)
  const title = `Stop emails to ${'w'.repeat(60)}@example.org?`
  const { screen } = await renderPage(
    <Dialog ref={createRef()} title={title} onClose={() => undefined}>
      <p>They get no more of them.</p>
    </Dialog>,
  )
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog).toBeVisible()
  expect(dialog.element().scrollWidth).toBeLessThanOrEqual(dialog.element().clientWidth)
})
