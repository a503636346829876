import { useSearchParams } from 'react-router'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPage } from '../test.tsx'
import { FilterForm, FilterWords } from './FilterForm.tsx'

function Filtered() {
  const [search, setSearch] = useSearchParams()
  return (
    <>
      <FilterForm>
        <FilterWords label="Search" maxLength={100} />
      </FilterForm>
      <p>Asked for: {search.get('search')}</p>
      <button type="button" onClick={() => setSearch(new URLSearchParams())}>
        Show all
      </button>
    </>
  )
}

it('leaves the keyboard where it is, after a search and after what others change', async () => {
  const { screen } = await renderPage(<Filtered />, '/')
  const words = screen.getByLabelText('Search')
  await words.fill('health')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Asked for: health')).toBeVisible()
  await expect.element(words).toHaveFocus()
  // The same once more makes nothing anew.
  await userEvent.keyboard('{Enter}')
  await screen.getByRole('button', { name: 'Show all' }).click()
  await expect.element(words).toHaveValue('')
  await expect.element(screen.getByRole('button', { name: 'Show all' })).toHaveFocus()
})
