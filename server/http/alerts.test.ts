import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { engine } from '../test/app.ts'
import { sharedTestApp } from '../test/shared-app.ts'

const METRICS_TOKEN = 'a-token-of-the-operator'
const read = (file: string): string => readFileSync(path.resolve('deploy', file), 'utf8')

interface Dashboard {
  panels: { title: string; targets: { expr: string }[] }[]
}

/** The expressions of both files. */
function readExpressions(): string[] {
  const alerts = [...read('prometheus/alerts.yml').matchAll(/^ {8}expr: (.*)$/gm)].map(([, expr = '']) => expr)
  const { panels } = JSON.parse(read('grafana/oremus.json')) as Dashboard
  return [...alerts, ...panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))]
}

/** The metrics that an expression names: names with an underscore outside of labels, functions and groups. */
const listMetrics = (expression: string): string[] =>
  [
    ...expression
      .replaceAll(/\{[^}]*\}/g, '')
      .replaceAll(/\bby \([^)]*\)/g, '')
      .matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b(?!\s*\()/g),
  ].map(([name]) => name)

describe.runIf(engine === 'postgres')('alerts and dashboard', () => {
  // The replica need not answer for its metrics to be there.
  const app = sharedTestApp({
    environment: { METRICS_TOKEN, DATABASE_REPLICA_URLS: 'postgres://oremus@127.0.0.1:1/x' },
  })

  it('name only metrics and labels that the server has', async () => {
    await app.ask('prayers.list')
    await app.fetch('/api/prayers')
    const response = await app.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const text = await response.text()
    const existing = new Set([...text.matchAll(/^([a-z_\d]+)(?:\{| )/gm)].map(([, name = '']) => name))
    const named = new Set(readExpressions().flatMap(listMetrics))
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter((name) => !existing.has(name))).toEqual([])
    const labels = new Set([...text.matchAll(/([a-z]+)="/g)].map(([, label = '']) => label))
    // Prometheus adds the job and the instance.
    const selected = readExpressions().flatMap((one) => [...one.matchAll(/([a-z]+)(?:=~|!~|!=|=)"/g)].map(([, l]) => l))
    expect(selected.filter((label = '') => label !== 'job' && !labels.has(label))).toEqual([])
  })

  it('cover each metric of our own', async () => {
    const response = await app.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    const own = [...(await response.text()).matchAll(/^# TYPE (oremus_\w+)/gm)].map(([, name = '']) => name)
    const named = new Set(readExpressions().flatMap(listMetrics))
    const left = ['oremus_page_cache_bytes', 'oremus_replica_bytes_behind']
    expect(own.filter((name) => !named.has(name) && !left.includes(name))).toEqual([])
  })
})
