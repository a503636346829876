// npm run classifier -- evaluate, last part: how well danger is noticed, at either level, in five-fold cross-validation in which a story, in whatever
// language, is in one fold only. With --wrong: every text that went wrong.
import {
  type CareExample,
  heldOutFiles,
  isDanger,
  quietKinds,
  readCareTraining,
  readHeldOut,
  readWritten,
  repeatWritten,
} from './care-data.ts'
import { percent } from './measures.ts'
import { careColumns } from '../runtime/care-model.ts'
import { readSigns } from './care-lexicon.ts'
import { type Alert, type CareKind, careThresholds, detectCare, toAlert } from '../runtime/care.ts'
import { careKinds, languages, loadClassifier } from '../runtime/classifier.ts'
import { readExamples } from '../runtime/dataset.ts'
import { readLexicon } from './lexicon.ts'
import { normalise } from '../runtime/normalise.ts'
import { crossValidateCare } from './train-care.ts'
import { defaultSettings, trainModel } from './train-model.ts'

type AlertsByExample = ReadonlyMap<CareExample, Pick<Alert, 'kind'> | null>

const examples = readCareTraining()
const care = { examples, signs: readSigns() }
const topics = [...readExamples(), ...repeatWritten(readWritten())]
const { careScores } = trainModel(topics, readLexicon(), defaultSettings, care)
const margins = crossValidateCare({ ...care, scores: careScores }, defaultSettings.features)
const classifier = loadClassifier()
const byRules = new Map(
  examples.map((example) => [example, detectCare(normalise(example.text), classifier.classify(example.text).scores)]),
)
const byRulesAlone: AlertsByExample = new Map([...byRules].map(([example, kind]) => [example, kind && { kind }]))
const byModel = predictAlerts(careThresholds.perhaps, () => null)
const byBoth = predictAlerts(careThresholds.perhaps, (example) => byRules.get(example) ?? null)

// Excludes `dev`, with which the rules were improved, and the dangerous requests, which were partly found by the rules.
const measured = examples.filter(({ source }) => source === 'train' || source === 'test')
const requests = examples.filter(({ source }) => source === 'quiet requests')

console.log('\n## Danger, cross-validated\n')
console.log('| found by | noticed (recall) | alarms that are right (precision) | alarms on requests |')
console.log('|---|---|---|---|')
for (const [name, found] of [
  ['rules', byRulesAlone],
  ['model', byModel],
  ['**both**', byBoth],
] as const) {
  console.log(`| ${name} | ${formatShares(measured, found).join(' | ')} | ${percent(alarmRate(requests, found))} |`)
}
console.log('\n| threshold | noticed | alarms that are right | alarms on requests |\n|---|---|---|---|')
for (const threshold of [-2, -1, careThresholds.perhaps, 0, 1, careThresholds.certain, 2, 4]) {
  const found = predictAlerts(threshold, (example) => byRules.get(example) ?? null)
  console.log(
    `| ${threshold} | ${formatShares(measured, found).join(' | ')} | ${percent(alarmRate(requests, found))} |`,
  )
}
console.log(
  '\n| language | noticed | alarms that are right | of the right kind | danger | quiet | alarms on requests |',
)
console.log('|---|---|---|---|---|---|---|')
for (const language of languages) {
  const own = measured.filter((example) => example.language === language)
  const counts = `${own.filter(isDanger).length} | ${own.filter((example) => !isDanger(example)).length}`
  const quiet = requests.filter((example) => example.language === language)
  const cells = [...formatShares(own, byBoth), percent(kindAccuracy(own)), counts, percent(alarmRate(quiet, byBoth))]
  console.log(`| ${language} | ${cells.join(' | ')} |`)
}
console.log('\n| kind | noticed, or taken for danger | texts |\n|---|---|---|')
for (const kind of [...careKinds, ...quietKinds]) {
  const some = (kind === 'request' ? requests : measured).filter((example) => example.kind === kind)
  console.log(`| ${kind} | ${percent(alarmRate(some, byBoth))} | ${some.length} |`)
}
const dev = examples.filter(({ source }) => source === 'dev')
const last = measured.filter(({ source }) => source === 'test')
console.log(
  `\n\`dev\`: ${formatShares(dev, byModel).join(', ')} (model alone); \`test\`: ${formatShares(last, byBoth).join(', ')}`,
)

const tests = ['held-out.jsonl', 'held-out-2.jsonl'] as const
const heldOut = new Map(heldOutFiles.map((file) => [file, readHeldOut(file)]))
const shipped = new Map(
  [...heldOut.values()].flat().map((example) => [example, classifier.classify(example.text).alert]),
)
const ofBoth = tests.flatMap((file) => heldOut.get(file) ?? [])
console.log('\n## Danger, held out\n\n| | noticed | alarms that are right | of the right kind | danger | quiet |')
console.log('|---|---|---|---|---|---|')
const printRow = (name: string, own: readonly CareExample[]): void => {
  const hits = own.filter((example) => isDanger(example) && shipped.get(example))
  const right = hits.filter((example) => shipped.get(example)?.kind === example.kind).length / Math.max(1, hits.length)
  const counts = `${own.filter(isDanger).length} | ${own.filter((example) => !isDanger(example)).length}`
  console.log(`| ${[name, ...formatShares(own, shipped), percent(right)].join(' | ')} | ${counts} |`)
}
for (const language of languages) {
  printRow(
    language,
    ofBoth.filter((example) => example.language === language),
  )
}
for (const file of tests) printRow(`\`${file}\``, heldOut.get(file) ?? [])
printRow('**both**', ofBoth)
const wall = heldOut.get('wall.jsonl') ?? []
console.log(`\n\`wall.jsonl\`: ${percent(alarmRate(wall, shipped))} of ${wall.length} taken for danger`)
console.log('\n| kind | noticed, or taken for danger | texts |\n|---|---|---|')
for (const kind of [...careKinds, ...quietKinds]) {
  const some = ofBoth.filter((example) => example.kind === kind)
  if (some.length > 0) console.log(`| ${kind} | ${percent(alarmRate(some, shipped))} | ${some.length} |`)
}
if (process.argv.includes('--wrong')) {
  for (const example of [...measured, ...requests]) {
    const found = byBoth.get(example)?.kind ?? null
    if (isDanger(example) !== (found !== null)) {
      console.log(`${example.language} ${example.kind} → ${found ?? 'nothing'}: ${example.text}`)
    }
  }
}

/** Alerts of either level if `threshold` were the lower one. */
function predictAlerts(threshold: number, askRules: (example: CareExample) => CareKind | null): AlertsByExample {
  return new Map(
    examples.map((example, row) => {
      const own = Float64Array.from(margins.subarray(row * careColumns, (row + 1) * careColumns))
      own[0] = (own[0] ?? 0) + careThresholds.perhaps - threshold
      return [example, toAlert({ text: normalise(example.text), margins: own }, () => askRules(example))]
    }),
  )
}

function alarmRate(some: readonly CareExample[], found: AlertsByExample): number {
  return some.filter((example) => found.get(example)).length / Math.max(1, some.length)
}

/** Formats recall, and precision where half of the texts are danger. */
function formatShares(some: readonly CareExample[], found: AlertsByExample): string[] {
  const noticed = alarmRate(some.filter(isDanger), found)
  const taken = alarmRate(
    some.filter((example) => !isDanger(example)),
    found,
  )
  return [percent(noticed), percent(noticed / Math.max(1e-9, noticed + taken))]
}

function kindAccuracy(some: readonly CareExample[]): number {
  const hits = some.filter((example) => isDanger(example) && byBoth.get(example))
  return hits.filter((example) => byBoth.get(example)?.kind === example.kind).length / Math.max(1, hits.length)
}
