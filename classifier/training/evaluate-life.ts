// npm run classifier -- evaluate, first part: what the two levels of danger mean for texts as people write them, by language, by
// length, by how clearly danger is told, and for a wall. Nothing is learned from these texts.
import { type LifeExample, clarities, heldOutFiles, isDanger, readHeldOut, readLife } from './care-data.ts'
import type { CareLevel } from '../runtime/care.ts'
import { type Language, languages, loadClassifier } from '../runtime/classifier.ts'
import { readExamples, testFolders } from '../runtime/dataset.ts'

/** Upper ends of the bands of length, in characters; a third of them in scripts that write syllables or words. */
const bands = [80, 250, 600, Infinity]
const dense: readonly Language[] = ['zh', 'ja', 'ko']
const bandOf = ({ text, language }: Text): number =>
  bands.findIndex((end) => Array.from(text).length * (dense.includes(language) ? 3 : 1) < end)
const bandNames = ['< 80', '< 250', '< 600', 'longer']

type Text = Pick<LifeExample, 'language' | 'text'> & { clarity: LifeExample['clarity'] | 'unknown' }

const classifier = loadClassifier()
const levels = new Map<string, CareLevel | null>()
function levelOf({ text }: Text): CareLevel | null {
  const known = levels.get(text)
  if (known !== undefined) return known
  const level = classifier.classify(text).alert?.level ?? null
  levels.set(text, level)
  return level
}
const percent = (part: number): string => `${(part * 100).toFixed(1)} %`
const shareOf = (some: readonly Text[], holds: (text: Text) => boolean): number | null =>
  some.length === 0 ? null : some.filter(holds).length / some.length
const cell = (share: number | null): string => (share === null ? '–' : percent(share))

const isCertain = (text: Text): boolean => levelOf(text) === 'certain'
const isPerhaps = (text: Text): boolean => levelOf(text) === 'perhaps'
const isEither = (text: Text): boolean => levelOf(text) !== null

function printRow(name: string, some: readonly Text[]): void {
  const ordinary = some.filter(({ clarity }) => clarity === null)
  const danger = some.filter(({ clarity }) => clarity !== null)
  const shares = [
    shareOf(ordinary, isCertain),
    shareOf(ordinary, isPerhaps),
    shareOf(danger, isCertain),
    shareOf(danger, isEither),
  ]
  console.log(`| ${[name, ...shares.map(cell), ordinary.length, danger.length].join(' | ')} |`)
}

function printHead(of: string): void {
  console.log(`\n| ${of} | ordinary held | asked about | danger certain | at least perhaps | ordinary | danger |`)
  console.log('|---|---|---|---|---|---|---|')
}

const count = (share: number | null, of: number): string => ((share ?? 0) * of).toFixed(1)

/** Prints what the shares mean for a wall of 1,000 requests, 10 of them from somebody in danger. */
function printWall(some: readonly Text[]): void {
  const ordinary = some.filter(({ clarity }) => clarity === null)
  const danger = some.filter(({ clarity }) => clarity !== null)
  console.log(
    `\nOf a wall of 1,000 requests with 10 in danger: held ${count(shareOf(ordinary, isCertain), 990)} that are ordinary and ${count(shareOf(danger, isCertain), 10)} in danger; asked about ${count(shareOf(ordinary, isPerhaps), 990)} and ${count(shareOf(danger, isPerhaps), 10)}; missed ${count(
      shareOf(danger, (text) => !isEither(text)),
      10,
    )}`,
  )
}

function printSet(name: string, some: readonly Text[]): void {
  console.log(`\n## Two levels of danger: ${name}`)
  printHead('language')
  for (const language of languages) {
    printRow(
      language,
      some.filter((text) => text.language === language),
    )
  }
  printRow('**all**', some)
  printHead('characters')
  for (const [band, title] of bandNames.entries()) {
    printRow(
      title,
      some.filter((text) => bandOf(text) === band),
    )
  }
  printHead('language and characters')
  for (const language of languages) {
    for (const [band, title] of bandNames.entries()) {
      const own = some.filter((text) => text.language === language && bandOf(text) === band)
      if (own.length > 0) printRow(`${language} ${title}`, own)
    }
  }
  if (some.some(({ clarity }) => clarities.some((known) => known === clarity))) {
    printHead('danger that is')
    for (const one of clarities) {
      printRow(
        one,
        some.filter(({ clarity }) => clarity === one),
      )
    }
  }
  printWall(some)
}

printSet('data/life', readLife())
printSet('the older tests, mostly short, half of the care tests danger or close to it on purpose', [
  ...heldOutFiles
    .flatMap(readHeldOut)
    .map((one): Text => ({ language: one.language, text: one.text, clarity: isDanger(one) ? 'unknown' : null })),
  ...testFolders
    .flatMap((folder) => readExamples(folder))
    .map(({ language, text }): Text => ({ language, text, clarity: null })),
])
