import { beforeEach, expect, it } from 'vitest'
import { json, keeping, storeToken, mockServer, peter, problem, renderPage, signedInAs } from '../../../test.tsx'
import { BackupsRoom } from './BackupsRoom.tsx'

beforeEach(storeToken)

const NAME = 'oremus-2026-05-20T03-00-00Z.backup'
const backup = { name: NAME, created_at: '2026-05-20T03:00:00.000Z', bytes: 4_200_000 }
const backups = {
  is_daily: true,
  engine: 'sqlite',
  keep: 14,
  has_command: false,
  place: null,
  is_being_made: false,
  items: [backup],
}
const check = { is_well: true, detail: {}, ms: 1, checked_at: '2026-05-20T11:00:00.000Z', succeeded_at: null }

async function open(now: () => object, others: Parameters<typeof mockServer>[0] = {}) {
  mockServer({
    ...signedInAs(peter),
    'GET /api/admin/backups': () => json(now()),
    'GET /api/admin/checks': () => json([{ ...check, name: 'backup', outcome: 'backed_up', detail: { size: 4 } }]),
    'GET /api/desk/today': () => json({ danger: { waiting: 0, taken: [] }, reports: null, health: null }),
    ...others,
  })
  return (await renderPage(<BackupsRoom isOpen close={() => {}} />, '/admin/settings/backups')).screen
}

it('makes a backup, says that it works on it, and then shows it', async () => {
  let state = { ...backups, items: [] as object[] }
  const screen = await open(() => state, {
    'POST /api/admin/backups': () => {
      const answer = { ...state, is_being_made: true }
      state = backups
      return json(answer)
    },
  })
  await expect.element(screen.getByText('We make one every day. There’s none yet.')).toBeVisible()
  await screen.getByRole('button', { name: 'Make one now' }).click()
  await expect.element(screen.getByText('Making a backup…')).toBeVisible()
  await expect.element(screen.getByText(/One backup is here/)).toBeVisible()
  await expect.element(screen.getByText(/4\.2 MB/)).toBeVisible()
})

it.each([
  [{ requests: 1204, people: 312 }, 'Reads whole: 1,204 requests, 312 people.'],
  [null, 'It’s damaged. Don’t count on it, and make a new one.'],
])('reads one to its end: %j', async (content, sentence) => {
  const screen = await open(() => backups, { [`POST /api/admin/backups/${NAME}/read`]: () => json({ content }) })
  await screen.getByRole('button', { name: 'Try it' }).click()
  await expect.element(screen.getByText(sentence)).toBeVisible()
})

it('downloads one after the password, and says what is in it', async () => {
  let confirmed = false
  const screen = await open(() => backups, {
    'POST /api/auth/confirm': () => {
      confirmed = true
      return json({ confirmed_until: '2026-05-20T12:05:00.000Z' })
    },
    [`POST /api/admin/backups/${NAME}/download`]: () =>
      confirmed
        ? new Response(new Blob(['everything']), {
            headers: {
              'content-type': 'application/octet-stream',
              'content-disposition': `attachment; filename="${NAME}"`,
            },
          })
        : problem(403, 'sessions.confirmation_needed'),
  })
  await expect.element(screen.getByText(/their locked passwords and this site’s key/)).toBeVisible()
  await screen.getByRole('button', { name: 'Download' }).click()
  await screen.getByRole('dialog').getByLabelText('Password').fill('the right one')
  await screen.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect.element(screen.getByText('Backup downloaded')).toBeVisible()
})

it('says what going back would lose, and gives the lines for the way in which the site runs', async () => {
  const lost = { requests: 3, prayers: 0, updates: 0, people: 1, others: 0 }
  const lines = { terminal: ['cd /srv'], service: ['systemctl stop oremus'], container: ['docker'] }
  const screen = await open(() => backups, {
    [`POST /api/admin/backups/${NAME}/rehearse`]: () => json({ lost, deleted: 2, lines }),
  })
  await screen.getByRole('button', { name: 'Go back to it…' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('3 requests')).toBeVisible()
  await expect.element(dialog.getByText('1 person’s account')).toBeVisible()
  expect(dialog.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(dialog.getByText('2 people and requests were deleted since, and stay deleted.')).toBeVisible()
  await expect.element(dialog.getByText('cd /srv')).toBeVisible()
  const way = dialog.getByRole('combobox', { name: 'How this site runs' })
  await way.selectOptions('As a service (systemd)')
  await expect.element(dialog.getByText('systemctl stop oremus')).toBeVisible()
})

it('asks where copies go, and keeps what was typed when the folder is refused', async () => {
  const tried: unknown[] = []
  const screen = await open(() => backups, {
    'PUT /api/admin/backup-place': keeping(tried, () =>
      tried.length === 1 ? problem(400, 'backups.place_missing') : json({ ...backups, place: '/mnt/drive' }),
    ),
  })
  await expect.element(screen.getByRole('button', { name: 'Save', exact: true })).toBeDisabled()
  await screen.getByRole('radio', { name: 'A folder on another drive or computer' }).click()
  await screen.getByLabelText('Folder on this server').fill('/mnt/drive')
  await screen.getByRole('button', { name: 'Save and back up now' }).click()
  await expect.element(screen.getByText('Sentence of backups.place_missing')).toBeVisible()
  await expect.element(screen.getByLabelText('Folder on this server')).toHaveValue('/mnt/drive')
  await screen.getByRole('button', { name: 'Save and back up now' }).click()
  await expect.element(screen.getByText('Saved. We’re making a backup and copying it there.')).toBeVisible()
  expect(tried).toEqual([{ folder: '/mnt/drive' }, { folder: '/mnt/drive' }])
})

it.each([
  ['sqlite', /^Daily backups are off here/],
  ['postgres', /^This site runs on PostgreSQL/],
])('says who makes them where this site does not, on %s', async (database, sentence) => {
  const screen = await open(() => ({ ...backups, is_daily: false, engine: database, items: [] }))
  await expect.element(screen.getByText(sentence)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Make one now' })).not.toBeInTheDocument()
})
