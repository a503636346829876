import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string): string => readFileSync(path.join(import.meta.dirname, '..', file), 'utf8')

/** Names of the services: two spaces deep below `services:`. */
function servicesOf(file: string): string[] {
  const [, below = ''] = read(file).split(/^services:\n/m)
  const [services = ''] = below.split(/^\S/m)
  return [...services.matchAll(/^ {2}([\w-]+):/gm)].map(([, name = '']) => name)
}

const told = [...read('docs/operations.md').matchAll(/docker compose -f (deploy\/\S+) (?:logs|exec) ([\w-]+)/g)]

it.each(told.map(([, file = '', service = '']) => [service, file]))(
  'the documents ask for the service %s, which %s has',
  (service, file) => expect(servicesOf(file)).toContain(service),
)

it('the documents name services of both files', () => {
  expect(new Set(told.map(([, file]) => file))).toEqual(
    new Set(['deploy/compose.yaml', 'deploy/compose.postgres.yaml']),
  )
})

it('the documents put what the files require where every command finds it, not before one command', () => {
  const files = ['deploy/compose.yaml', 'deploy/compose.postgres.yaml'].map((file) => read(file)).join('')
  const required = new Set([...files.matchAll(/\$\{([A-Z_]+):\?/g)].map(([, name = '']) => name))
  const operations = read('docs/operations.md')
  const [, section = ''] = /^### In a container\n(.*?)^### /ms.exec(operations) ?? []
  expect(section).toContain('deploy/.env')
  expect([...required].filter((name) => !section.includes(`${name}=`))).toEqual([])
  expect(operations).not.toMatch(/[A-Z_]+=\S+ docker compose/)
})

// Else the .env of a server without containers would lead it to where neither finds it.
it.each(['deploy/compose.yaml', 'deploy/compose.postgres.yaml'])('%s says what proxy and volume rest on', (file) => {
  const lines = read(file)
    .split('\n')
    .map((line) => line.trim())
  const expected = ['HOST: 0.0.0.0', 'PORT: 3000', 'DATA_DIR: /data', "volumes: ['data:/data']"]
  expect(lines).toEqual(expect.arrayContaining(expected))
})

it('the image installs its packages once, in a layer that outlasts other changes', () => {
  const steps = read('Dockerfile').split('\n')
  expect(steps.filter((step) => step.startsWith('RUN npm ci'))).toEqual([])
  expect(steps.indexOf('RUN node scripts/setup.mjs')).toBeGreaterThan(steps.indexOf('COPY scripts ./scripts'))
  expect(steps.indexOf('COPY . .')).toBeGreaterThan(steps.indexOf('RUN node scripts/setup.mjs'))
})

it('the proxy asks one server for a file that the other does not have, as while they are upgraded', () => {
  const [, files = ''] = /^\thandle \/assets\/\* \{\n(.*?)^\t\}/ms.exec(read('deploy/Caddyfile')) ?? []
  const servers = servicesOf('deploy/compose.postgres.yaml')
    .filter((name) => name.startsWith('oremus-'))
    .map((name) => `${name}:3000`)
  const asked = [...files.matchAll(/reverse_proxy (.+) \{$/gm)].map(([, names = '']) => names)
  expect(asked).toEqual([servers.join(' '), servers.toReversed().join(' ')])
  expect(files).toContain('@gone status 404')
})
