import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderPage } from '../test.tsx'
import { FilterForm, FilterWords } from './FilterForm.tsx'

function Filtered() {
  const [search, setSearch] = useState(new URLSearchParams())
  return (
    <>
      <FilterForm search={search} onSearch={setSearch} label="Show results">
        <FilterWords search={search} label="Search" maxLength={100} />
      </FilterForm>
      <p>Asked for: {search.get('search')}</p>
    </>
  )
}

it('leaves the keyboard where it was when it has searched', async () => {
  const { screen } = await renderPage(<Filtered />, '/')
  const words = screen.getByLabelText('Search')
  await words.fill('health')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Asked for: health')).toBeVisible()
  await expect.element(words).toHaveFocus()
})
