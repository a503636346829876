import { expect, it } from 'vitest'
import { linesToRestore, sumLost } from './backups.rules.ts'

it.each([
  [{}, [0, 0, 0, 0, 0]],
  [{ requests: 3, people: 2, updates: 1, 'prayers and reactions': 9 }, [3, 9, 1, 2, 0]],
  [{ settings: 4, 'cases of people in danger': 2, 'a kind to come': 1 }, [0, 0, 0, 0, 7]],
])('%j would be lost as %j', (lost, sums) => {
  const { requests, prayers, updates, people, others } = sumLost(lost)
  expect([requests, prayers, updates, people, others]).toEqual(sums)
})

it.each([
  ['/var/lib/oremus', false, '/var/lib/oremus/b.backup --data /var/lib/oremus'],
  ['/var/lib/oremus', true, '/var/lib/oremus/b.backup --data /var/lib/oremus --lose-newer'],
  ["/srv/St Mary's", false, `'/srv/St Mary'\\''s/b.backup' --data '/srv/St Mary'\\''s'`],
  ['/srv/$(reboot)', false, "'/srv/$(reboot)/b.backup' --data '/srv/$(reboot)'"],
])('in %s the command has these words; loses %s', (data_dir, may_lose, words) => {
  const site = { file: `${data_dir}/b.backup`, data_dir, program: '/srv/oremus', may_lose, is_embedded: true }
  const lines = linesToRestore(site)
  const named = words.slice(words.indexOf('--data')).replace(' --lose-newer', '')
  expect(lines.terminal).toEqual(['cd /srv/oremus', `npm run restore -- ${words}`, `npm start -- ${named}`])
  expect(lines.service[1]).toBe(`cd /srv/oremus && runuser -u oremus -- node scripts/run.mjs restore ${words}`)
  expect(lines.container[1]).toContain(`node server/cli/restore.ts ${words}`)
  for (const way of Object.values(lines)) expect(way).toHaveLength(3)
})

it('stops and starts both servers of the containers on PostgreSQL, and goes back in that database', () => {
  const places = { file: '/data/b.backup', data_dir: '/data', program: '/srv/oremus' }
  const compose = 'docker compose -f deploy/compose.postgres.yaml'
  expect(linesToRestore({ ...places, may_lose: false, is_embedded: false }).container).toEqual([
    `${compose} stop oremus-1 oremus-2`,
    `${compose} run --rm oremus-1 node server/cli/restore.ts /data/b.backup --data /data`,
    `${compose} start oremus-1 oremus-2`,
  ])
})
