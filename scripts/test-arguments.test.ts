import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.join(import.meta.dirname, '..')

it.each([
  ['test', '--chnged', /^npm test has no option "--chnged"/],
  ['test', '-- --chnged', /^npm test has no option "--chnged"/],
  ['test', '--changed', /^There is no commit or branch "HEAD"/],
  ['test', '--changed --part', /^There is no commit or branch "--part"/],
  ['test', '--changed HEAD server/log.test.ts', /^npm test has no option "--changed" here/],
  ['test', 'server/nothing.test.ts', /^There is no test file "server\/nothing.test.ts"/],
  ['test', 'server/log.ts', /^There is no test file/],
  ['test', '--part server web', /^--part takes one of check, server, web, browser, engines\./],
  ['check', '--fix', /^npm run check takes no "--fix"/],
  ['classify', 'requests.jsonl', /^npm run classify reads its lines from standard input/],
  ['classifier', 'classify requests.jsonl', /^npm run classify reads its lines from standard input/],
  ['fuzz', 'many', /^npm run fuzz takes a number of requests and a seed/],
  ['fuzz', '500 now', /^npm run fuzz takes a number of requests and a seed/],
  ['bench', 'queries --sise 10', /--sise/],
  ['classifier', '--prot 3001', /--prot/],
  ['classifier', '--port many', /^--port takes a number/],
  ['test:all', 'foo', /^npm run test:all takes nothing but/],
  ['test:steady', '', /^npm run test:steady takes a number of runs/],
  ['test:steady', '0', /^npm run test:steady takes a number of runs/],
  ['test:steady', '1e1', /^npm run test:steady takes a number of runs/],
  ['test:steady', '101', /^npm run test:steady takes a number of runs/],
  ['test:steady', '2 nothing.spec.ts', /^There is no test file "nothing.spec.ts"/],
])('refuses npm run %s -- %s in one sentence, before anything begins', (task, words, sentence) => {
  const args = ['scripts/run.mjs', task, ...words.split(' ').filter(Boolean)]
  // As in an unpacked archive, for those who name no commit.
  const env = { ...process.env, ...(words === '--changed' && { GIT_DIR: path.join(root, 'no-git-here') }) }
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env })
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(sentence)
  expect(stderr.trimEnd().split('\n')).toHaveLength(1)
})

it('starts what package.json names, the training and the measuring of the classifier among it', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const names = Object.keys(scripts)
  expect(names).toEqual(expect.arrayContaining(['train', 'evaluate', 'classify', 'classifier']))
  const { stderr } = spawnSync(process.execPath, ['scripts/run.mjs', 'nothing'], { cwd: root, encoding: 'utf8' })
  const known = /Tasks: (.*)\.$/m.exec(stderr)?.[1]?.split(', ')
  // The others are `test` with a plan of their own.
  expect(known).toEqual(expect.arrayContaining(names.filter((name) => !/^test:(all|steady)$/.test(name))))
})
