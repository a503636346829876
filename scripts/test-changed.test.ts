import { expect, it } from 'vitest'
import { type Sources, select } from './test-changed.ts'

const files: Record<
  string,
  { imports?: string[]; types?: string[]; strings?: string[]; keys?: string[]; text?: string }
> = {
  'contract/groups.ts': {},
  'server/app.ts': { imports: ['server/features/community/groups/groups.routes.ts'] },
  'server/features/community/groups/groups.routes.ts': {
    imports: ['server/features/community/groups/groups.rules.ts'],
    types: ['contract/groups.ts'],
    keys: ['groups.list'],
  },
  'server/features/community/groups/groups.rules.ts': {},
  'server/features/community/groups/groups.rules.test.ts': {
    imports: ['server/features/community/groups/groups.rules.ts'],
  },
  'server/features/community/groups/groups.test.ts': { imports: ['server/app.ts'] },
  'server/log.test.ts': { imports: ['server/app.ts'] },
  'web/layout/page.tsx': { imports: ['web/layout/Header.tsx'] },
  'web/layout/Header.tsx': {},
  'web/ui/Button.tsx': { imports: ['web/ui/Button.module.css'] },
  'web/pages/groups.tsx': { imports: ['web/ui/Button.tsx'], strings: ['groups.list'] },
  ...Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`server/far/${at}.test.ts`, { imports: ['server/far/one.ts'] }]),
  ),
  'server/far/one.ts': { imports: ['server/secrets/secret.ts'] },
  'server/secrets/secret.ts': {},
  'server/secrets/secret.test.ts': { imports: ['server/secrets/secret.ts'] },
  'web/pages/groups.test.tsx': { imports: ['web/pages/groups.tsx'] },
  'web/pages/group.tsx': {},
  'web/routes.ts': {
    imports: ['web/pages/groups.tsx', 'web/pages/group.tsx'],
    text: `layout('layout/page.tsx', [index('pages/feed.tsx'), route('groups', 'pages/groups.tsx'),
      route('groups/:id', 'pages/group.tsx'), route('*', 'pages/ladder.tsx')])`,
  },
  'messages/messages.test.ts': {},
  'vitest.config.ts': { imports: ['scripts/chromium.ts'] },
  'scripts/chromium.ts': {},
  'e2e/test.ts': {},
  'e2e/groups.spec.ts': { imports: ['e2e/test.ts'], text: `goto('/groups?mine') ask('/api/groups')` },
  'e2e/one.spec.ts': { imports: ['e2e/test.ts'], text: 'goto(`${site}/groups/${id}`)' },
  'e2e/tour.spec.ts': { text: `goto('/groups')` },
  'e2e/wall.spec.ts': { imports: ['e2e/test.ts'], text: `goto('/') goto('/groups')` },
}

const imported = (names: string[] = [], isType: boolean) =>
  names.map((file) => ({ name: file, file, line: 1, isType, isDynamic: false }))
const repository: Sources = {
  sources: new Map(
    Object.entries(files).map(([file, { imports, types, strings = [], keys = [] }]) => [
      file,
      {
        imports: [...imported(imports, false), ...imported(types, true)],
        error: undefined,
        strings: strings.map((value) => ({ value, line: 1 })),
        keys: keys.map((value) => ({ value, line: 1 })),
      },
    ]),
  ),
  read: (file) => files[file]?.text ?? '',
}

const ofGroups = [
  'server/features/community/groups/groups.rules.test.ts',
  'server/features/community/groups/groups.test.ts',
]

it.each([
  [
    'a rule: its tests, those beside it, and the screens that call its feature',
    ['server/features/community/groups/groups.rules.ts'],
    [...ofGroups, 'e2e/groups.spec.ts', 'e2e/wall.spec.ts'],
  ],
  [
    'a contract: the tests of its handlers',
    ['contract/groups.ts'],
    [...ofGroups, 'e2e/groups.spec.ts', 'e2e/wall.spec.ts'],
  ],
  [
    'the whole server: whatever starts it',
    ['server/app.ts'],
    ['server/features/community/groups/groups.test.ts', 'server/log.test.ts'],
  ],
  [
    'a style sheet: the screens with the component',
    ['web/ui/Button.module.css'],
    ['web/pages/groups.test.tsx', 'e2e/groups.spec.ts', 'e2e/wall.spec.ts'],
  ],
  ['a page with a name in its address', ['web/pages/group.tsx'], ['web/pages/groups.test.tsx', 'e2e/one.spec.ts']],
  ['words: the tests of the catalogues', ['messages/fr/forms.json'], ['messages/messages.test.ts']],
  ['what the browser tests share', ['e2e/test.ts'], ['e2e/groups.spec.ts', 'e2e/one.spec.ts', 'e2e/wall.spec.ts']],
  ['a document', ['docs/words.md'], []],
])('finds the tests of %s', (_, changed, expected) => {
  expect(select(changed, repository)).toEqual({ files: expected, left: 0 })
})

it.each(['package.json', 'scripts/chromium.ts'])('runs everything when %s changed', (file) => {
  expect(select([file], repository).everything).toBeDefined()
})

it('takes the nearest where many are concerned, and says how many are left', () => {
  const { files: chosen, left } = select(['server/secrets/secret.ts'], repository)
  expect([chosen[0], chosen.length, left]).toEqual(['server/secrets/secret.test.ts', 10, 3])
  expect(select(['web/layout/Header.tsx'], repository)).toEqual({
    files: ['e2e/wall.spec.ts', 'e2e/groups.spec.ts'],
    left: 1,
  })
})
