import { expect, it } from 'vitest'
import { renderPage } from '../test.tsx'
import { TextAreaField } from './TextArea.tsx'

it.each([
  ['a value of its own', {}],
  ['a value that its parent keeps', { value: '👩‍👩‍👧'.repeat(5), onChange: () => {} }],
])('a paste that is too long for %s is kept, and counted as the server counts', async (_, given) => {
  const { screen } = await renderPage(<TextAreaField label="Words" maxLength={20} {...given} />)
  const words = screen.getByLabelText('Words')
  await words.fill('👩‍👩‍👧'.repeat(5))
  await expect.element(words).toHaveValue('👩‍👩‍👧'.repeat(5))
  await expect.element(words).toHaveAccessibleDescription('Use at most 20 characters. You have 25.')
  await expect.element(words).toHaveAttribute('aria-invalid', 'true')
})

it('says nothing of words that are short enough, however many units they have', async () => {
  const { screen } = await renderPage(<TextAreaField label="Words" hint="A few" maxLength={20} />)
  const words = screen.getByLabelText('Words')
  for (const short of ['🙏'.repeat(20), '한'.normalize('NFD').repeat(20)]) {
    await words.fill(` ${short} `)
    await expect.element(words).toHaveAccessibleDescription('A few')
    await expect.element(words).not.toHaveAttribute('aria-invalid')
  }
})
