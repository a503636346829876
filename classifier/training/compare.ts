// How other methods do on the same features and the same five folds: naive Bayes, logistic regressions, linear support vector
// machines, and a small network of averaged embeddings. `npm run classifier -- compare`; some ten minutes.
import { readExamples } from '../runtime/dataset.ts'
import { createExtractor } from '../runtime/features.ts'
import { assignFolds } from './folds.ts'
import { percent } from './measures.ts'
import { columnCount, labels, noneColumn } from '../runtime/labels.ts'
import {
  type Rows,
  collectRows,
  computeMargins,
  pickRows,
  computeRarity,
  trainLinear,
  weighRows,
} from '../runtime/linear.ts'
import { createRandom, shuffle } from '../runtime/random.ts'
import { defaultSettings } from './train-model.ts'

/**
 * Trains on rows and their wanted columns, the main one first. Returns a function that scores other rows: `columnCount`
 * numbers for each.
 */
type Method = (raw: Rows, wanted: readonly (readonly number[])[]) => (raw: Rows) => Float32Array

const { features, linear, furtherTarget } = defaultSettings
const bucketCount = 2 ** features.bucketBits
const foldCount = 5
const smoothing = 0.1
const closeness = 1
const passes = 12
const embedding = { size: 32, passes: 15, rate: 20, seed: 1 }

/** Visits each bucket of a row with its value. */
function forEachFeature(rows: Rows, row: number, visit: (bucket: number, value: number) => void): void {
  const to = rows.offsets[row + 1] ?? 0
  for (let index = rows.offsets[row] ?? 0; index < to; index += 1)
    visit(rows.buckets[index] ?? 0, rows.values[index] ?? 0)
}

const naiveBayes: Method = (raw, wanted) => {
  const seen = new Float64Array(bucketCount * columnCount).fill(smoothing)
  const totals = new Float64Array(columnCount).fill(smoothing * bucketCount)
  const texts = new Float64Array(columnCount)
  wanted.forEach(([main = noneColumn], row) => {
    texts[main] = (texts[main] ?? 0) + 1
    forEachFeature(raw, row, (bucket, value) => {
      const at = bucket * columnCount + main
      seen[at] = (seen[at] ?? 0) + value
      totals[main] = (totals[main] ?? 0) + value
    })
  })
  return (rows) => {
    const scores = new Float32Array(rows.count * columnCount)
    for (let row = 0; row < rows.count; row += 1) {
      for (let column = 0; column < columnCount; column += 1) {
        let score = Math.log((texts[column] ?? 0) / wanted.length)
        forEachFeature(rows, row, (bucket, value) => {
          score += value * Math.log((seen[bucket * columnCount + column] ?? 0) / (totals[column] ?? 1))
        })
        scores[row * columnCount + column] = score
      }
    }
    return scores
  }
}

const logisticRegressions: Method = (raw, wanted) => {
  const rarity = computeRarity(raw, bucketCount, 1)
  const targets = new Float32Array(wanted.length * columnCount)
  wanted.forEach((columns, row) => {
    columns.forEach((column, place) => (targets[row * columnCount + column] = place === 0 ? 1 : furtherTarget))
  })
  const model = trainLinear(weighRows(raw, rarity), bucketCount, columnCount, targets, linear)
  return (rows) => computeMargins(model, weighRows(rows, rarity))
}

/** Trains one support vector machine per column, by dual coordinate descent on the hinge loss (Hsieh et al., 2008). */
const supportVectors: Method = (raw, wanted) => {
  const rarity = computeRarity(raw, bucketCount, 1)
  const rows = weighRows(raw, rarity)
  const weights = new Float32Array(bucketCount * columnCount)
  const bias = new Float32Array(columnCount)
  const duals = new Float32Array(rows.count * columnCount)
  const order = Uint32Array.from({ length: rows.count }, (_, index) => index)
  const random = createRandom(linear.seed)
  const { biasValue } = linear
  const margins = new Float64Array(columnCount)
  for (let pass = 0; pass < passes; pass += 1) {
    shuffle(order, random)
    for (const row of order) {
      margins.set(bias)
      let squares = biasValue * biasValue
      forEachFeature(rows, row, (bucket, value) => {
        squares += value * value
        for (let column = 0; column < columnCount; column += 1)
          margins[column] = (margins[column] ?? 0) + value * (weights[bucket * columnCount + column] ?? 0)
      })
      const main = wanted[row]?.[0] ?? noneColumn
      for (let column = 0; column < columnCount; column += 1) {
        const side = column === main ? 1 : -1
        const at = row * columnCount + column
        const dual = duals[at] ?? 0
        const next = Math.min(Math.max(dual - (side * (margins[column] ?? 0) - 1) / squares, 0), closeness)
        duals[at] = next
        margins[column] = (next - dual) * side
        bias[column] = (bias[column] ?? 0) + (next - dual) * side * biasValue * biasValue
      }
      forEachFeature(rows, row, (bucket, value) => {
        for (let column = 0; column < columnCount; column += 1) {
          const at = bucket * columnCount + column
          weights[at] = (weights[at] ?? 0) + value * (margins[column] ?? 0)
        }
      })
    }
  }
  return (others) => computeMargins({ columns: columnCount, weights, bias }, weighRows(others, rarity))
}

/** Trains an embedding per bucket, with their weighted mean and a softmax over it (Joulin et al., 2016). */
const averagedEmbeddings: Method = (raw, wanted) => {
  const { size, rate, seed } = embedding
  const rarity = computeRarity(raw, bucketCount, 1)
  const toMeans = (rows: Rows): Rows => {
    const weighed = weighRows(rows, rarity)
    const values = new Float32Array(weighed.values.length)
    for (let row = 0; row < rows.count; row += 1) {
      let sum = 0
      forEachFeature(weighed, row, (_, value) => (sum += value))
      const to = rows.offsets[row + 1] ?? 0
      for (let index = rows.offsets[row] ?? 0; index < to; index += 1)
        values[index] = sum > 0 ? (weighed.values[index] ?? 0) / sum : 0
    }
    return { ...weighed, values }
  }
  const random = createRandom(seed)
  const embeddings = Float32Array.from({ length: bucketCount * size }, () => (random() - 0.5) / size)
  const output = new Float32Array(columnCount * size)
  const hidden = new Float64Array(size)
  const scores = new Float64Array(columnCount)
  const predictRow = (rows: Rows, row: number): void => {
    hidden.fill(0)
    forEachFeature(rows, row, (bucket, value) => {
      for (let place = 0; place < size; place += 1)
        hidden[place] = (hidden[place] ?? 0) + value * (embeddings[bucket * size + place] ?? 0)
    })
    for (let column = 0; column < columnCount; column += 1) {
      let sum = 0
      for (let place = 0; place < size; place += 1) sum += (hidden[place] ?? 0) * (output[column * size + place] ?? 0)
      scores[column] = sum
    }
  }
  const rows = toMeans(raw)
  const order = Uint32Array.from({ length: rows.count }, (_, index) => index)
  const back = new Float64Array(size)
  for (let pass = 0; pass < embedding.passes; pass += 1) {
    shuffle(order, random)
    const step = rate * (1 - pass / embedding.passes) * 0.05
    for (const row of order) {
      predictRow(rows, row)
      const highest = scores.reduce((one, other) => Math.max(one, other))
      const shares = scores.map((score) => Math.exp(score - highest))
      const total = shares.reduce((sum, one) => sum + one)
      const main = wanted[row]?.[0] ?? noneColumn
      back.fill(0)
      for (let column = 0; column < columnCount; column += 1) {
        const missed = step * ((column === main ? 1 : 0) - (shares[column] ?? 0) / total)
        for (let place = 0; place < size; place += 1) {
          const at = column * size + place
          back[place] = (back[place] ?? 0) + missed * (output[at] ?? 0)
          output[at] = (output[at] ?? 0) + missed * (hidden[place] ?? 0)
        }
      }
      // Enlarges the step, because the mean of a long text changes each embedding too little.
      forEachFeature(rows, row, (bucket, value) => {
        for (let place = 0; place < size; place += 1) {
          const at = bucket * size + place
          embeddings[at] = (embeddings[at] ?? 0) + (back[place] ?? 0) * value * 20
        }
      })
    }
  }
  return (others) => {
    const means = toMeans(others)
    const all = new Float32Array(means.count * columnCount)
    for (let row = 0; row < means.count; row += 1) {
      predictRow(means, row)
      all.set(scores, row * columnCount)
    }
    return all
  }
}

const examples = readExamples()
const folds = assignFolds(examples, foldCount, 7)
const rows = collectRows(
  examples.map(({ text }) => text),
  createExtractor(features),
)
const wanted = examples.map((example) =>
  example.labels.length === 0 ? [noneColumn] : example.labels.map((label) => labels.indexOf(label)),
)
const pick = (isHeld: boolean, fold: number): number[] =>
  folds.flatMap((of, index) => ((of === fold) === isHeld ? [index] : []))

console.log('| method | main label right | in English | seconds to learn from four fifths |\n|---|---|---|---|')
for (const [name, method] of Object.entries({
  'naive Bayes': naiveBayes,
  'logistic regressions': logisticRegressions,
  'linear support vector machines': supportVectors,
  'averaged embeddings': averagedEmbeddings,
})) {
  let [right, english, ms] = [0, 0, 0]
  for (let fold = 0; fold < foldCount; fold += 1) {
    const [kept, held] = [pick(false, fold), pick(true, fold)]
    const began = performance.now()
    const score = method(
      pickRows(rows, kept),
      kept.map((index) => wanted[index] ?? []),
    )
    ms += performance.now() - began
    const scores = score(pickRows(rows, held))
    held.forEach((index, row) => {
      const own = scores.subarray(row * columnCount, (row + 1) * columnCount)
      const isRight = own.indexOf(own.reduce((one, other) => Math.max(one, other))) === wanted[index]?.[0]
      right += Number(isRight)
      english += Number(isRight && examples[index]?.language === 'en')
    })
  }
  const ofEnglish = examples.filter(({ language }) => language === 'en').length
  console.log(
    `| ${name} | ${percent(right / examples.length)} | ${percent(english / ofEnglish)} | ${(ms / foldCount / 1000).toFixed(0)} |`,
  )
}
