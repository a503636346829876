// npm run evaluate, last part: how well danger is noticed, on texts that no rule was written with in view. With --dev: on those
// that the rules were mended on, and every text that went wrong.
import { type CareExample, isDanger, quietKinds, readCareExamples } from './src/care-data.ts'
import { careKinds, languages, loadClassifier } from './src/classifier.ts'

const name = process.argv.includes('--dev') ? 'dev' : 'test'
const examples = readCareExamples(name)
const classifier = loadClassifier()
const found = new Map(examples.map((example) => [example, classifier.classify(example.text).alert?.kind ?? null]))
const isFound = (example: CareExample): boolean => found.get(example) !== null

const percent = (part: number, whole: number): string => (whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`)

function printRow(title: string, some: readonly CareExample[]): void {
  const danger = some.filter(isDanger)
  const alarms = some.filter(isFound)
  const hits = danger.filter(isFound)
  const sameKind = hits.filter((example) => found.get(example) === example.kind)
  const cells = [
    percent(hits.length, danger.length),
    percent(hits.length, alarms.length),
    percent(sameKind.length, hits.length),
  ]
  console.log(`| ${title} | ${cells.join(' | ')} | ${danger.length} | ${some.length - danger.length} |`)
}

console.log(`\n## Danger, ${name}\n`)
console.log('| language | noticed (recall) | alarms that are right (precision) | of the right kind | danger | quiet |')
console.log('|---|---|---|---|---|---|')
for (const language of languages)
  printRow(
    language,
    examples.filter((example) => example.language === language),
  )
printRow('**all**', examples)
console.log('\n| kind | noticed, or taken for danger | texts |\n|---|---|---|')
for (const kind of [...careKinds, ...quietKinds]) {
  const some = examples.filter((example) => example.kind === kind)
  console.log(`| ${kind} | ${percent(some.filter(isFound).length, some.length)} | ${some.length} |`)
}
if (name === 'dev') {
  for (const example of examples) {
    if (isDanger(example) !== isFound(example)) {
      console.log(`${example.language} ${example.kind} → ${found.get(example) ?? 'nothing'}: ${example.text}`)
    }
  }
}
