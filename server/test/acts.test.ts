import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { engine } from './app.ts'
import { eachTestApp } from './shared-app.ts'
import { type Counted, StatementCounter } from './statement-counter.ts'

// Each bound is what the act needs today. One that is exceeded prints the statements.
describe.runIf(engine === 'sqlite')('what one act costs the embedded database', () => {
  const app = eachTestApp()
  let counter: StatementCounter
  let as: string
  let reader: string
  let id: string
  beforeEach(async () => {
    as = await app.signIn('hannah')
    reader = await app.signIn('tomas')
    id = (await app.ask('prayers.create', { content: 'Before the counting' }, { as })).data.id
    await app.runJobs()
    await app.app.limits.flush()
    counter = new StatementCounter()
  })
  afterEach(() => counter.stop())
  const expectAtMost = (counted: Counted, statements: number, commits: number): void => {
    expect(counted.commits).toBeLessThanOrEqual(commits)
    expect(counted.statements.length, counted.statements.join('\n')).toBeLessThanOrEqual(statements)
  }
  const text = 'My father has an operation on his heart tomorrow at eight.'

  /** Each looks for jobs with one statement: those of the site, of alarms, of mail and of messages to devices. */
  const WORKERS = 4

  it('a request, and all that it triggers', async () => {
    expectAtMost(await counter.count(() => app.ask('prayers.create', { content: text }, { as })), 22, 1)
    expectAtMost(await counter.count(() => app.runJobs()), WORKERS, 0)
  })

  it('a prayer, and what its jobs do', async () => {
    expectAtMost(await counter.count(() => app.ask('prayers.pray', { id }, { as: reader })), 10, 1)
    expectAtMost(await counter.count(() => app.runJobs()), WORKERS, 0)
    app.advance(20_000)
    expectAtMost(await counter.count(() => app.runJobs()), 7 + WORKERS, 2)
  })

  it('the first page of a member', async () => {
    expectAtMost(await counter.count(() => app.ask('prayers.list', {}, { as: reader })), 6, 0)
  })

  it('workers that find nothing to do', async () => {
    expectAtMost(await counter.count(() => app.runJobs()), WORKERS, 0)
  })
})
