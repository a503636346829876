import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPage } from '../test.tsx'
import { Button } from './Button.tsx'
import { ListRow } from './ListRow.tsx'

function Members() {
  const [names, setNames] = useState(['Ruth', 'Tomás'])
  return (
    <section aria-label="Members">
      <ul>
        {names.map((name) => (
          <ListRow key={name}>
            <Button onClick={() => setNames(names.filter((one) => one !== name))}>Remove {name}</Button>
          </ListRow>
        ))}
      </ul>
    </section>
  )
}

it('gives the focus to the part of the page around it when it goes with the button that was pressed', async () => {
  const { screen } = await renderPage(<Members />)
  await screen.getByRole('button', { name: 'Remove Ruth' }).click()
  const members = screen.getByRole('region', { name: 'Members' })
  await expect.element(members).toHaveFocus()
  await screen.getByRole('button', { name: 'Remove Tomás' }).click()
  await expect.element(members).toHaveFocus()
})
