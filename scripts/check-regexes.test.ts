import { describe, expect, it } from 'vitest'
import { checkExpressions, findExpressions, nameOf } from './check-regexes.ts'

const check = (code: string, known = { safe: [] as string[], bounded: {} as Record<string, string> }) =>
  checkExpressions(
    new Map(findExpressions('made-up.ts', code).map((one) => [nameOf(one), { ...one, file: 'made-up.ts' }])),
    known,
  )

describe('the expressions of a file', () => {
  it.each([
    ['const a = /x+/gu', ['/x+/gu']],
    ["const a = new RegExp('x+', 'g')", ['/x+/g']],
    ["const a = RegExp('x+')", ['/x+/']],
    ['const a = <p>{text.replace(/x/, "")}</p>', ['/x/']],
    ['// /x+/', []],
    ['const a = new RegExp(source)', []],
  ])('%s', (code, expected) => {
    expect(findExpressions('made-up.tsx', code).map(nameOf)).toEqual(expected)
  })
})

describe('a slow expression', () => {
  it.each([
    ['polynomial', 'const a = /\\s+$/', '2nd degree polynomial time'],
    ['exponential', 'const a = /^(a|a)*$/', 'exponential time'],
  ])('that is %s fails', async (_name, code, fault) => {
    const { problems, proved } = await check(code)
    expect(problems).toEqual([expect.stringContaining(fault)])
    expect(proved).toEqual([])
  })

  it('passes with a reason', async () => {
    const { problems } = await check('const a = /\\s+$/', { safe: [], bounded: { '/\\s+$/': 'a name' } })
    expect(problems).toEqual([])
  })
})

it('a linear expression passes', async () => {
  expect(await check('const a = /^[a-z]+$/')).toEqual({ problems: [], proved: ['/^[a-z]+$/'] })
})

it('an expression that the oldest browsers cannot read fails, also with a reason', async () => {
  const known = { safe: [], bounded: { '/[[a-z]--[q]]/v': 'one letter' } }
  const { problems } = await check('const a = /[[a-z]--[q]]/v', known)
  expect(problems).toEqual([expect.stringContaining('flag v')])
})
