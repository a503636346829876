import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { makeSite } from './made-up.ts'

let root = ''

it('makes a folder', () => {
  root = makeSite().root
  expect(existsSync(root)).toBe(true)
})

it('leaves none behind', () => expect(existsSync(root)).toBe(false))
