import { beforeEach, expect, it } from 'vitest'
import { json, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import Poster from './Poster.tsx'

beforeEach(storeToken)

const code = {
  id: '0198c0de-0000-7000-8000-000000000011',
  code: 'ABCD-EFGH',
  link: 'https://pray.example/signup#ABCD-EFGH',
  uses: 0,
  created_at: '2026-05-20T12:00:00.000Z',
  expires_at: null,
}
const open = (public_origin: string, answer = () => json({ code })) => {
  mockServer({ ...signedInAs(peter), 'GET /api/invitations/code': answer })
  return renderPage(<Poster />, '/admin/poster', { public_origin })
}

it('leads to the site by its code, in letters too, and speaks the language that was chosen', async () => {
  const { screen } = await open('https://pray.example')
  await expect.element(screen.getByText('pray.example', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('ABCD-EFGH', { exact: true })).toBeVisible()
  await expect.poll(() => document.querySelector('svg > title')?.textContent).toBe(code.link)
  await expect.element(screen.getByRole('link', { name: 'Set the address' })).not.toBeInTheDocument()
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('Deutsch')
  await expect.element(screen.getByRole('heading', { name: 'Hier um Gebet bitten' })).toBeVisible()
  await expect.element(screen.getByText('Ask for prayer here')).toBeVisible()
})

it('keeps changed words in this browser, each language its own', async () => {
  const first = await open('https://pray.example')
  await first.screen.getByLabelText('For people without a phone').fill('Drop a note into the box.')
  await first.screen.unmount()
  const { screen } = await open('https://pray.example')
  await expect.element(screen.getByLabelText('For people without a phone')).toHaveValue('Drop a note into the box.')
  await screen.getByRole('combobox', { name: 'Language' }).selectOptions('Deutsch')
  await expect
    .element(screen.getByLabelText('For people without a phone'))
    .toHaveValue('Kein Handy? Sprich uns an, wir schreiben es für dich auf.')
})

it('prints the words of the site where its own were emptied', async () => {
  const { screen } = await open('https://pray.example')
  await screen.getByLabelText('For people without a phone').fill(' ')
  await expect.element(screen.getByText('No phone? Tell one of us, and we’ll write it for you.')).toBeVisible()
})

it.each([
  ['http://localhost:3000', /opens on this machine only/],
  ['http://pray.example', /has no secure connection/],
])('warns of the address %s, and leads to where it is set', async (address, words) => {
  const { screen } = await open(address)
  await expect.element(screen.getByText(words)).toBeVisible()
  await expect.element(screen.getByRole('link', { name: 'Set the address' })).toBeVisible()
})

it('is printed only when it is known whether there is a code', async () => {
  const { screen } = await open('https://pray.example', () => problem(429, 'request.too_many'))
  await expect.element(screen.getByText('Sentence of request.too_many')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Print it' })).not.toBeInTheDocument()
  await expect.element(screen.getByText('pray.example', { exact: true })).not.toBeInTheDocument()
})
