import { describe, expect, it } from 'vitest'
import { type FileResult, type Report, type Run, countLine, decide, failureTable, isWellAlone } from './test-verdict.ts'

const well = (file: string, project = 'sqlite'): FileResult => ({
  file,
  project,
  isWell: true,
  passed: 2,
  skipped: 1,
  failed: [],
})
const ill = (file: string, project = 'sqlite'): FileResult => ({
  ...well(file, project),
  isWell: false,
  passed: 1,
  failed: ['works'],
})
const run = (code: number | null, files: FileResult[], more: Partial<Report> = {}): Run => ({
  tool: 'vitest',
  code,
  report: { isWhole: true, files, errors: [], ...more },
})
const browser = (code: number, files: FileResult[]): Run => ({ ...run(code, files), tool: 'playwright' })
const again = (file: string, project = 'sqlite', tool = 'vitest') => ({ tool, project, file })

describe('a first look', () => {
  it.each<[string, Run[], unknown]>([
    ['finds nothing in runs that are well', [run(0, [well('a')]), browser(0, [well('b')])], []],
    ['names a file that failed', [run(1, [ill('a'), well('b')])], [again('a')]],
    [
      'counts a file of two projects once, and looks at it in both',
      [run(1, [ill('a'), ill('a', 'postgres'), ill('b'), ill('c')])],
      [again('a'), again('a', 'postgres'), again('b'), again('c')],
    ],
    [
      'takes three files of both programs',
      [run(1, [ill('a'), ill('b')]), browser(1, [ill('c')])],
      [again('a'), again('b'), again('c', 'sqlite', 'playwright')],
    ],
    ['is red at the fourth file', [run(1, [ill('a'), ill('b')]), browser(1, [ill('c'), ill('d')])], '4 files failed'],
    ['takes a file that failed to load', [run(1, [{ ...ill('a'), passed: 0, failed: [] }])], [again('a')]],
    [
      'takes an error outside any test for the file that it names',
      [run(1, [well('a'), well('b')], { errors: [{ file: 'b', message: 'late' }] })],
      [again('b')],
    ],
    [
      'is red for an error that names no file',
      [run(1, [ill('a')], { errors: [{ message: 'Worker exited\nat' }] })],
      'vitest: Worker exited',
    ],
    [
      'is red for an error in a file that did not run',
      [run(1, [], { errors: [{ file: 'b', message: 'no such module' }] })],
      'vitest: no such module',
    ],
    ['is red for a process that a signal ended', [run(null, [ill('a')])], 'vitest was ended by a signal'],
    ['is red without a report', [{ tool: 'vitest', code: 1, report: undefined }], 'vitest left no report'],
    ['is red for a run that was cut off', [run(1, [ill('a')], { isWhole: false })], 'vitest was cut off'],
    ['is red for a program that failed although its files are well', [run(1, [well('a')])], 'vitest ended with 1'],
  ])('%s', (_, runs, expected) => expect(decide(runs)).toEqual(expected))
})

describe('a second look', () => {
  it.each<[string, boolean, Run]>([
    ['passes when the file is well', true, run(0, [well('a')])],
    ['fails when the file fails again', false, run(1, [ill('a')])],
    ['fails when another project was run', false, run(0, [well('a', 'web')])],
    ['fails when no test was run', false, run(0, [{ ...well('a'), passed: 0 }])],
    ['fails without a report', false, { tool: 'vitest', code: 0, report: undefined }],
    ['fails for an error outside its tests', false, run(1, [well('a')], { errors: [{ file: 'a', message: 'late' }] })],
  ])('%s', (_, expected, second) =>
    expect(isWellAlone({ tool: 'vitest', project: 'sqlite', file: 'a' }, second)).toBe(expected),
  )

  it('stands for the first in the counts', () => {
    const first = [run(1, [ill('a'), well('b')]), browser(0, [well('b')])]
    expect(countLine(first, [])).toBe('5 passed, 1 failed, 3 skipped')
    expect(countLine(first, [run(0, [well('a')])])).toBe('6 passed, 0 failed, 3 skipped')
    expect(countLine([run(0, [{ ...well('a'), skipped: 0 }])], [])).toBe('2 passed, 0 failed')
  })
})

it('says of many runs how often each test failed', () => {
  const stray = run(1, [well('a')], { errors: [{ file: 'a', message: 'late' }] })
  expect(
    failureTable([[run(1, [ill('a')])], [run(0, [well('a')])], [run(1, [ill('a')]), stray], [run(null, [])]]),
  ).toEqual([
    '2 of 4  vitest sqlite a: works',
    '1 of 4  vitest sqlite a: outside its tests',
    '1 of 4  vitest was ended by a signal',
  ])
})
