import { createRef } from 'react'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { renderPage } from '../test.tsx'
import { Button, ButtonRow } from './Button.tsx'
import { Dialog } from './Dialog.tsx'

it('shows what ends a form that is longer than the window', async () => {
  await page.viewport(390, 844)
  const { screen } = await renderPage(
    <Dialog ref={createRef()} title="How did it end?" close="Close" onClose={() => undefined}>
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
