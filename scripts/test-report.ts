import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FullResult, Suite, TestError, TestCase as PlaywrightTest } from '@playwright/test/reporter'
import type { SerializedError } from 'vitest'
import type { TestModule } from 'vitest/node'
import type { FileResult } from './test-verdict.ts'

const nameOf = (file: string): string => path.relative(process.cwd(), file).replaceAll(path.sep, '/')

/**
 * Writes what a run found into the file that `TEST_REPORT` names, in one form for vitest and Playwright: their own reports leave out
 * the project of a file and errors outside tests, of which a second look has to know.
 */
export default class TestReport {
  private readonly files = new Map<string, FileResult>()
  private readonly errors: { file?: string; message: string }[] = []
  private suite: Suite | undefined

  /** Vitest calls this at the end of a run. */
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[], reason: string): void {
    for (const module of modules) {
      const result = this.fileOf(nameOf(module.moduleId), module.project.name)
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        if (state === 'failed') result.failed.push(test.fullName)
        else result[state === 'passed' ? 'passed' : 'skipped'] += 1
      }
      // Neither loaded nor run, or with an error outside its tests.
      if (!['passed', 'skipped'].includes(module.state())) result.isWell = false
    }
    for (const { message, VITEST_TEST_PATH: file } of errors)
      this.errors.push({ message, ...(typeof file === 'string' && { file: nameOf(file) }) })
    this.write(reason !== 'interrupted')
  }

  /** Playwright calls this and the methods that follow. */
  onBegin(_: unknown, suite: Suite): void {
    this.suite = suite
  }

  onError({ message = 'an error', location }: TestError): void {
    this.errors.push({ message, ...(location && { file: nameOf(location.file) }) })
  }

  onEnd({ status }: FullResult): void {
    for (const test of this.suite?.allTests() ?? []) this.addOfPlaywright(test)
    this.write(status !== 'interrupted' && status !== 'timedout')
  }

  private addOfPlaywright(test: PlaywrightTest): void {
    const result = this.fileOf(nameOf(test.location.file), test.parent.project()?.name ?? '')
    const outcome = test.outcome()
    if (outcome === 'skipped') result.skipped += 1
    else if (outcome === 'expected') result.passed += 1
    else {
      result.failed.push(test.titlePath().slice(3).join(' '))
      result.isWell = false
    }
  }

  private fileOf(file: string, project: string): FileResult {
    const found = this.files.get(`${project} ${file}`) ?? {
      file,
      project,
      isWell: true,
      passed: 0,
      skipped: 0,
      failed: [],
    }
    this.files.set(`${project} ${file}`, found)
    return found
  }

  private write(isWhole: boolean): void {
    const target = process.env['TEST_REPORT']
    if (target === undefined) return
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, JSON.stringify({ isWhole, files: [...this.files.values()], errors: this.errors }))
  }
}
