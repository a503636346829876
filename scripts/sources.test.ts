import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listFiles } from './sources.ts'

it('lists what is not ignored, without git', () => {
  const root = mkdtempSync(path.join(tmpdir(), 'oremus-files-'))
  const put = (name: string, text = ''): void => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  put('.gitignore', 'node_modules\n/build/\n*.log\n.env\n')
  for (const name of [
    'node_modules/a.ts',
    'web/node_modules/b.ts',
    'build/c.ts',
    'd.log',
    'web/e.log',
    '.env',
    '.git/HEAD',
  ])
    put(name)
  for (const name of ['.ci/run', 'web/.hidden/f.ts', 'web/build/g.ts', 'h.ts']) put(name)
  expect(listFiles(root)).toEqual(['.ci/run', '.gitignore', 'h.ts', 'web/.hidden/f.ts', 'web/build/g.ts'])
})
