// npm run classifier -- evaluate: five-fold cross-validation on classifier/data, then the shipped model on classifier/data/test and
// test-2, which nothing is trained or tuned on, its speed and its size.
import { statSync } from 'node:fs'
import { createClassifier, labels, languages, loadClassifier, shownScore } from '../runtime/classifier.ts'
import type { Classifier, Label } from '../runtime/classifier.ts'
import { readExamples, testFolders } from '../runtime/dataset.ts'
import type { Example } from '../runtime/dataset.ts'
import { readWritten, repeatWritten } from './care-data.ts'
import { assignFolds } from './folds.ts'
import { readLexicon } from './lexicon.ts'
import { exactMatch, mainAccuracy, measureAll, measureLabel, percent, share } from './measures.ts'
import type { Outcome } from './measures.ts'
import { defaultModelFolder, modelFileName, packModel, unpackModel } from '../runtime/model-file.ts'
import { trainModel } from './train-model.ts'

interface TestedExample extends Outcome<Label> {
  readonly example: Example
  /** Score of the main label. */
  readonly sureness: number
  /** The labels that a site shows. */
  readonly shown: readonly Label[]
  readonly scores: Readonly<Record<Label, number>>
  readonly languageIsRight: boolean
}

const foldCount = 5
const examples = readExamples()
const lexicon = readLexicon()
const folds = assignFolds(examples, foldCount, 7)
const tested = Array.from({ length: foldCount }, (_, fold) => testFold(fold)).flat()

printSet('Cross-validation', tested)
if (process.argv.includes('--confusions')) printConfusions(tested)
for (const [index, folder] of testFolders.entries()) printSet(`Held-out test ${index + 1}`, testHeldOut(folder))
printSpeed()

/** Trains without the fold, including thresholds and calibration, and classifies the fold through a packed model. */
function testFold(fold: number): TestedExample[] {
  const kept = examples.filter((_, index) => folds[index] !== fold)
  const trained = trainModel([...kept, ...repeatWritten(readWritten())], lexicon)
  const classifier = createClassifier(unpackModel(packModel(trained), modelFileName))
  return examples.flatMap((example, index) => {
    if (folds[index] !== fold) return []
    return [testExample(classifier, example)]
  })
}

/** Classifies the texts of a folder with the shipped model. */
function testHeldOut(folder: URL): TestedExample[] {
  const classifier = loadClassifier()
  return readExamples(folder).map((example) => testExample(classifier, example))
}

function testExample(classifier: Classifier, example: Example): TestedExample {
  const { labels: found, scores } = classifier.classify(example.text)
  const sureness = found[0] === undefined ? 0 : scores[found[0]]
  const languageIsRight = classifier.detectLanguage(example.text) === example.language
  const shown = found.filter((label) => scores[label] >= shownScore)
  return { example, expected: example.labels, predicted: found, sureness, shown, scores, languageIsRight }
}

function printSet(name: string, outcomes: readonly TestedExample[]): void {
  console.log(`\n## ${name}`)
  printCategories(outcomes)
  printLanguages(outcomes)
  printTotals(outcomes)
  printShown(outcomes)
  printReliability(outcomes)
}

function printCategories(outcomes: readonly TestedExample[]): void {
  console.log('\n| category | precision | recall | F1 | texts |\n|---|---|---|---|---|')
  for (const label of labels) {
    const { precision, recall, f1, support } = measureLabel(outcomes, label)
    console.log(`| ${label} | ${percent(precision)} | ${percent(recall)} | ${percent(f1)} | ${support} |`)
  }
}

function printLanguages(outcomes: readonly TestedExample[]): void {
  console.log('\n| language | micro-F1 | main label right | language detected | texts |\n|---|---|---|---|---|')
  for (const language of languages) {
    const ofLanguage = outcomes.filter(({ example }) => example.language === language)
    const detected = share(ofLanguage, ({ languageIsRight }) => languageIsRight)
    const shares = [measureAll(ofLanguage).f1, mainAccuracy(ofLanguage), detected].map(percent)
    console.log(`| ${language} | ${shares.join(' | ')} | ${ofLanguage.length} |`)
  }
}

function printTotals(outcomes: readonly TestedExample[]): void {
  const macro = labels.reduce((sum, label) => sum + measureLabel(outcomes, label).f1, 0) / labels.length
  const none = outcomes.filter(({ expected }) => expected.length === 0)
  const some = outcomes.filter(({ expected }) => expected.length > 0)
  const sure = outcomes.filter(({ sureness }) => sureness >= 0.8)
  const isNamed = ({ expected, predicted }: TestedExample): boolean => expected.some((key) => key === predicted[0])
  console.log(`\nmicro-F1 ${percent(measureAll(outcomes).f1)}, macro-F1 ${percent(macro)}`)
  console.log(
    `main label right ${percent(mainAccuracy(outcomes))}, exactly the same labels ${percent(exactMatch(outcomes))}`,
  )
  console.log(
    `main label among the wanted ones ${percent(share(some, (one) => one.expected.some((key) => key === one.predicted[0])))}`,
  )
  console.log(
    `main label with a score of 0.8 or more: ${percent(share(sure, isNamed))} are named by the one who labelled (${sure.length} texts)`,
  )
  console.log(
    `main label right, texts with a need ${percent(mainAccuracy(some))}, without ${percent(mainAccuracy(none))}`,
  )
}

/** Prints what the rule costs that labels below `shownScore` are not shown. */
function printShown(outcomes: readonly TestedExample[]): void {
  console.log(
    '\n| labels | texts with a need that get one | main label right | labels that are right | texts without a need that get none |\n|---|---|---|---|---|',
  )
  const kinds: [string, readonly TestedExample[]][] = [
    ['all', outcomes],
    ['shown', outcomes.map((one) => ({ ...one, predicted: one.shown }))],
  ]
  for (const [kind, given] of kinds) {
    const some = given.filter(({ expected }) => expected.length > 0)
    const none = given.filter(({ expected }) => expected.length === 0)
    const shares = [
      share(some, ({ predicted }) => predicted.length > 0),
      mainAccuracy(some),
      measureAll(given).precision,
      mainAccuracy(none),
    ]
    console.log(`| ${kind} | ${shares.map(percent).join(' | ')} |`)
  }
}

/** Prints how often labels are right, by their score, over all labels of all texts. */
function printReliability(outcomes: readonly TestedExample[]): void {
  const pairs = outcomes.flatMap(({ expected, scores }) =>
    labels.map((label) => ({ score: scores[label], isRight: expected.includes(label) })),
  )
  console.log('\n| score | mean | right | labels |\n|---|---|---|---|')
  for (let step = 0; step < 10; step += 1) {
    const own = pairs.filter(({ score }) => Math.min(9, Math.floor(score * 10)) === step)
    const mean = own.reduce((sum, { score }) => sum + score, 0) / Math.max(1, own.length)
    const right = share(own, ({ isRight }) => isRight)
    console.log(`| ${step / 10} to ${(step + 1) / 10} | ${percent(mean)} | ${percent(right)} | ${own.length} |`)
  }
}

function printConfusions(outcomes: readonly TestedExample[]): void {
  const confused = Map.groupBy(
    outcomes.filter(({ expected, predicted }) => expected[0] !== predicted[0]),
    ({ expected, predicted }) => `${expected[0] ?? 'none'} → ${predicted[0] ?? 'none'}`,
  )
  for (const [pair, cases] of [...confused].toSorted((one, other) => other[1].length - one[1].length).slice(0, 30)) {
    console.log(`\n${pair}: ${cases.length}`)
    for (const { example } of cases.slice(0, 6)) console.log(`  ${example.language} ${example.text.slice(0, 120)}`)
  }
}

function printSpeed(): void {
  const bytes = statSync(new URL(modelFileName, defaultModelFolder)).size
  const loading = performance.now()
  const classifier = loadClassifier()
  const loaded = performance.now() - loading
  const texts = textsOfLength(200)
  const started = performance.now()
  let done = 0
  while (performance.now() - started < 2000) {
    for (const text of texts) classifier.classify(text)
    done += texts.length
  }
  const perSecond = (done / (performance.now() - started)) * 1000
  console.log(`\nmodel ${classifier.id}: ${bytes} bytes, loads in ${loaded.toFixed(0)} ms`)
  console.log(`${Math.round(perSecond)} texts of about 200 characters a second on one core`)
}

/** Returns texts of all languages, joined or cut to `length` UTF-16 units. */
function textsOfLength(length: number): string[] {
  return examples.slice(0, -3).map((example, index) => {
    const following = examples.slice(index, index + 8).map((one) => one.text)
    return [example.text, ...following].join(' ').slice(0, length)
  })
}
