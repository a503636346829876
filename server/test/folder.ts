import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, onTestFinished } from 'vitest'

const newPath = (): string => path.join(tmpdir(), `oremus-test-${randomUUID()}`)
const make = (folder: string): void => mkdirSync(folder, { mode: 0o700 })
const remove = (folder: string): void => rmSync(folder, { recursive: true, force: true })

/** Makes an empty folder for the test that calls this, itself or in its `beforeEach`. It goes after the test. */
export function newFolder(): string {
  const folder = newPath()
  make(folder)
  onTestFinished(() => remove(folder))
  return folder
}

/** An empty folder for the tests around the call: it is made before the first and goes after the last. */
export function sharedFolder(): string {
  const folder = newPath()
  beforeAll(() => make(folder))
  afterAll(() => remove(folder))
  return folder
}
