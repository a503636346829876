import { useState } from 'react'
import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Checkbox, Radio } from './Checkbox.tsx'
import { SelectAll, SelectOne } from './SelectAll.tsx'

it('is turned by its label', async () => {
  const Form = () => {
    const [checked, setChecked] = useState(false)
    return (
      <Checkbox checked={checked} onChange={setChecked}>
        Featured
      </Checkbox>
    )
  }
  await render(<Form />)
  const box = page.getByRole('checkbox', { name: 'Featured' })
  await expect.element(box).not.toBeChecked()
  await page.getByText('Featured').click()
  await expect.element(box).toBeChecked()
  await page.getByText('Featured').click()
  await expect.element(box).not.toBeChecked()
})

it('selects one of several options with the arrow keys', async () => {
  const Form = () => {
    const [value, setValue] = useState('mine')
    return ['mine', 'theirs'].map((one) => (
      <Radio key={one} name="version" value={one} checked={value === one} onChange={() => setValue(one)}>
        {one}
      </Radio>
    ))
  }
  await render(<Form />)
  page.getByRole('radio', { name: 'mine' }).element().focus()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('radio', { name: 'theirs' })).toBeChecked()
  await expect.element(page.getByRole('radio', { name: 'mine' })).not.toBeChecked()
})

it('is indeterminate while some rows of a table are selected', async () => {
  const Rows = () => {
    const [selected, setSelected] = useState<string[]>([])
    return (
      <>
        <SelectAll label="All" ids={['a', 'b']} selected={selected} onChange={setSelected} />
        {['a', 'b'].map((id) => (
          <SelectOne key={id} label={id} id={id} selected={selected} onChange={setSelected} />
        ))}
      </>
    )
  }
  await render(<Rows />)
  const all = page.getByRole('checkbox', { name: 'All' })
  await expect.element(all).not.toBePartiallyChecked()
  await page.getByRole('checkbox', { name: 'a' }).click()
  await expect.element(all).toBePartiallyChecked()
  await all.click()
  await expect.element(page.getByRole('checkbox', { name: 'b' })).toBeChecked()
  await expect.element(all).not.toBePartiallyChecked()
  await expect.element(all).toBeChecked()
})
