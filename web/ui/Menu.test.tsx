import { createMemoryRouter, RouterProvider, useLocation } from 'react-router'
import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Menu, MenuItem, MenuLink } from './Menu.tsx'

async function renderMenu(onShare = vi.fn()) {
  const Page = () => {
    const { pathname } = useLocation()
    return (
      <>
        <p>At {pathname}</p>
        <Menu label="More">
          <MenuItem icon="share" onClick={onShare}>
            Share
          </MenuItem>
          <MenuLink to="/edit">Edit</MenuLink>
        </Menu>
      </>
    )
  }
  await render(<RouterProvider router={createMemoryRouter([{ path: '*', Component: Page }])} />)
  return { button: page.getByLabelText('More'), item: page.getByRole('button', { name: 'Share' }), onShare }
}

it('renders its items when it is first opened', async () => {
  const { button, item } = await renderMenu()
  expect(item.query()).toBeNull()
  await button.click()
  await expect.element(item).toBeVisible()
})

it('is read with Tab, and Escape returns the focus to its button', async () => {
  const { button, item } = await renderMenu()
  button.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(item).toBeVisible()
  await userEvent.tab()
  await expect.element(item).toHaveFocus()
  await userEvent.tab()
  await expect.element(page.getByRole('link', { name: 'Edit' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(item).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
})

it('keeps Escape to itself while it is open, wherever the focus is', async () => {
  const { button, item } = await renderMenu()
  const pressed = vi.fn(({ defaultPrevented }: KeyboardEvent) => defaultPrevented)
  document.addEventListener('keydown', pressed)
  await button.click()
  await expect.element(item).toBeVisible()
  button.element().blur()
  await userEvent.keyboard('{Escape}')
  await expect.element(item).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', pressed)
  expect(pressed).toHaveReturnedTimes(2)
  expect(pressed.mock.results.map(({ value }) => value)).toEqual([true, false])
})

it('closes after an action', async () => {
  const { button, item, onShare } = await renderMenu()
  await button.click()
  await item.click()
  expect(onShare).toHaveBeenCalledOnce()
  await expect.element(item).not.toBeInTheDocument()
})

it('closes when a link is followed', async () => {
  const { button, item } = await renderMenu()
  await button.click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await expect.element(page.getByText('At /edit')).toBeVisible()
  await expect.element(item).not.toBeInTheDocument()
})

it('closes on a press outside', async () => {
  const { button, item } = await renderMenu()
  await button.click()
  await expect.element(item).toBeVisible()
  await page.getByText('At /').click()
  await expect.element(item).not.toBeInTheDocument()
})
