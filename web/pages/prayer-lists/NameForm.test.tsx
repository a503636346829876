import { expect, it, vi } from 'vitest'
import { renderPage } from '../../test.tsx'
import { NameForm } from './NameForm.tsx'

it('a double press makes one list', async () => {
  const saved = Promise.withResolvers<undefined>()
  const save = vi.fn(() => saved.promise)
  const { screen } = await renderPage(<NameForm label="Name" submit="Create" save={save} onCancel={() => {}} />)
  await screen.getByLabelText('Name').fill('Family')
  await screen.getByRole('button', { name: 'Create' }).dblClick()
  saved.resolve(undefined)
  expect(save).toHaveBeenCalledExactlyOnceWith('Family')
})
