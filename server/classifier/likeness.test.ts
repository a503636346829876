import { describe, expect, it } from 'vitest'
import { fitCalibration, toProbability, similarityMargins, predictCategories, buildPrototype } from './likeness.ts'

const vector = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values)
  return Float32Array.from(values, (value) => value / length)
}
const health = { id: 'health', vector: vector(1, 0, 0.1) }
const work = { id: 'work', vector: vector(0, 1, 0.1) }
const thanks = { id: 'thanks', vector: vector(0, 0.1, 1) }
const all = [health, work, thanks]
const scale = { slope: 20, offset: -2 }

describe('sorting by likeness', () => {
  it.each([
    ['what is like one alone', vector(1, 0, 0), ['health']],
    ['what is like two, the likelier first', vector(0.8, 1, 0), ['work', 'health']],
    ['what is like none', vector(1, 1, 1), []],
    ['nothing at all', new Float32Array(3), []],
  ])('names the categories of %s', (_, text, expected) => {
    expect(predictCategories(text, all, scale).map(({ id }) => id)).toEqual(expected)
  })

  it('names nothing where there is no category, or only one to compare with itself', () => {
    expect(predictCategories(vector(1, 0, 0), [], scale)).toEqual([])
    expect(predictCategories(vector(1, 0, 0), [health], scale)).toEqual([])
  })

  it('does not mistake a high likeness to everything for a likeness to one', () => {
    const [first, second] = similarityMargins(vector(1, 1, 5), [
      { id: 'a', vector: vector(1, 0.9, 5) },
      { id: 'b', vector: vector(0.9, 1, 5) },
    ])
    expect(Math.abs((first ?? 1) - (second ?? 0))).toBeLessThan(0.01)
  })

  it('moves a category towards what people put there, and not away from its name', () => {
    const texts = Array.from({ length: 8 }, () => vector(0, 0, 1))
    const [, before = 0] = similarityMargins(vector(0, 0, 1), [health, work])
    const moved = { id: 'work', vector: buildPrototype(work.vector, texts) }
    const [, after = 0] = similarityMargins(vector(0, 0, 1), [health, moved])
    expect(after).toBeGreaterThan(before)
    const [ofHealth = 0, ofWork = 0] = similarityMargins(vector(0, 1, 0), [health, moved])
    expect(ofWork).toBeGreaterThan(ofHealth)
  })

  it('makes likelihoods that are as often right as they say', () => {
    // At each margin this share of a hundred samples is correct.
    const truth = { slope: 20, offset: -1 }
    const samples = [-0.2, -0.1, 0, 0.1, 0.2].flatMap((margin) =>
      Array.from({ length: 100 }, (_, at) => ({
        margin,
        is_named: at < Math.round(toProbability(margin, truth) * 100),
      })),
    )
    const fitted = fitCalibration(samples)
    for (const margin of [-0.15, 0, 0.15]) {
      expect(toProbability(margin, fitted)).toBeCloseTo(toProbability(margin, truth), 1)
    }
  })

  it('stays finite where a line divides the samples without a mistake, and sorts nothing where margins say nothing', () => {
    const divided = fitCalibration([-0.1, 0.1].flatMap((margin) => [{ margin, is_named: margin > 0 }]))
    expect(Number.isFinite(divided.slope)).toBe(true)
    expect(divided.slope).toBeGreaterThan(0)
    const random = [-1, 1].flatMap((margin) => Array.from({ length: 10 }, (_, at) => ({ margin, is_named: at === 0 })))
    expect(toProbability(1, fitCalibration(random))).toBeLessThan(0.4)
    const reversed = fitCalibration([-0.1, 0.1].flatMap((margin) => [{ margin, is_named: margin < 0 }]))
    expect(reversed.slope).toBe(0)
    expect(fitCalibration([])).toEqual({ slope: 0, offset: 0 })
  })
})
