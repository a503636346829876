import { useRef, useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { renderPage } from '../test.tsx'
import { AboveDialogs } from './AboveDialogs.ts'
import { Dialog } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { announce, toast, Toasts } from './Toast.tsx'

/** Does what translators of browsers do: other elements take the place of the texts, which React would change. */
function translate(element: Element): void {
  for (const text of element.childNodes) {
    if (!(text instanceof Text)) continue
    const font = document.createElement('font')
    font.append(`${text.data}·`)
    text.replaceWith(font)
  }
}

function Form() {
  const [error, setError] = useState('Write a few words.')
  return <Field label="Words" error={error} onChange={() => setError('Use at most 4 characters.')} />
}

it('says what comes next on a page that the browser translates', async () => {
  const { screen } = await renderPage(<Form />)
  toast('You prayed')
  const first = screen.getByText('You prayed')
  await expect.element(first).toBeVisible()
  translate(first.element())
  toast('We couldn’t take it back')
  await expect.element(screen.getByText('We couldn’t take it back')).toBeVisible()
  expect(screen.container.textContent).not.toContain('You prayed')

  translate(screen.getByText('Write a few words.').element())
  await screen.getByLabelText('Words').fill('x')
  await expect.element(screen.getByText('Use at most 4 characters.')).toBeVisible()
})

it('is heard again when the same is said once more', async () => {
  const { screen } = await renderPage(<p>A page</p>)
  announce('You prayed')
  await expect.element(screen.getByText('You prayed')).toBeInTheDocument()
  const onChange = vi.fn()
  const observer = new MutationObserver(onChange)
  observer.observe(screen.container, { subtree: true, childList: true, characterData: true })
  for (const times of [1, 2]) {
    announce('You prayed')
    await expect.poll(() => onChange.mock.calls).toHaveLength(times)
    await expect.element(screen.getByText('You prayed')).toBeInTheDocument()
  }
  observer.disconnect()
})

function Choices() {
  const dialog = useRef<HTMLDialogElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <AboveDialogs value={<Toasts />}>
      <button type="button" onClick={() => setOpen(true)}>
        Choose
      </button>
      {isOpen && (
        <Dialog ref={dialog} title="Choices" onClose={() => setOpen(false)}>
          <p>From groups</p>
        </Dialog>
      )}
    </AboveDialogs>
  )
}

it('is in reach while a dialog is open, and stays when that closes', async () => {
  const { screen } = await renderPage(<Choices />)
  announce('You prayed')
  await expect.element(screen.getByText('You prayed')).toBeInTheDocument()
  screen.getByRole('button', { name: 'Choose' }).element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = screen.getByRole('dialog', { name: 'Choices' })
  await expect.element(dialog).toBeVisible()
  // What was heard on the page is not heard once more.
  expect(dialog.element().textContent).not.toContain('You prayed')
  const onClick = vi.fn()
  toast('Moved', { label: 'Undo', onClick })
  await dialog.getByRole('button', { name: 'Undo' }).click()
  expect(onClick).toHaveBeenCalledOnce()
  toast('We couldn’t keep that')
  await expect.element(dialog.getByText('We couldn’t keep that')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(screen.getByText('We couldn’t keep that')).toBeVisible()
})

it('keeps a long word within a narrow window', async () => {
  await page.viewport(320, 640)
  const { screen } = await renderPage(<p>A page</p>)
  const name = 'w'.repeat(60)
  toast(`You joined ${name}.`)
  const said = screen.getByText(`You joined ${name}.`)
  await expect.element(said).toBeVisible()
  expect(said.element().getBoundingClientRect().width).toBeLessThanOrEqual(320)
})

afterEach(() => vi.useRealTimers())

it('goes by itself again after the button of the one before was pressed with a key', async () => {
  const { screen } = await renderPage(<p>Today</p>)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  toast('You prayed', { label: 'Undo', onClick: () => toast('Taken back') })
  const undo = screen.getByRole('button', { name: 'Undo' })
  await expect.element(undo).toBeVisible()
  undo.element().focus()
  // As in Firefox, where the focus is lost without an event.
  const silence = (event: Event) => event.stopImmediatePropagation()
  addEventListener('focusout', silence, true)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Taken back')).toBeVisible()
  removeEventListener('focusout', silence, true)
  await vi.advanceTimersByTimeAsync(6000)
  await expect.element(screen.getByText('Taken back')).not.toBeInTheDocument()
})
