// npm run classifier -- evaluate, first part: what the two levels of danger mean for texts as people write them, by language, by
// length, by how clearly danger is told, and for a wall; and how often a category is shown, and is right.
import { type LifeExample, clarities, heldOutFiles, isDanger, readHeldOut, readLife, readWritten } from './care-data.ts'
import type { CareLevel } from '../runtime/care.ts'
import {
  type Classifier,
  type Label,
  type Language,
  createClassifier,
  languages,
  loadClassifier,
  shownScore,
} from '../runtime/classifier.ts'
import { readExamples, testFolders } from '../runtime/dataset.ts'
import { percent } from './measures.ts'
import { unpackModel } from '../runtime/model-file.ts'
import { trainWhole } from './train-whole.ts'

/** The authors are left out a third at a time. */
const authorFolds = 3

/** Upper ends of the bands of length, in characters; a third of them in scripts that write syllables or words. */
const bands = [80, 250, 600, Infinity]
const dense: readonly Language[] = ['zh', 'ja', 'ko']
const bandOf = ({ text, language }: Text): number =>
  bands.findIndex((end) => Array.from(text).length * (dense.includes(language) ? 3 : 1) < end)
const bandNames = ['< 80', '< 250', '< 600', 'longer']

const byLanguage = (some: readonly Text[]) =>
  languages.map((language) => [language, some.filter((text) => text.language === language)] as const)
const byBand = (some: readonly Text[]) =>
  bandNames.map((title, band) => [title, some.filter((text) => bandOf(text) === band)] as const)

/** A text and what the classifier says of it. */
interface Text extends Pick<LifeExample, 'language' | 'text' | 'labels'> {
  readonly clarity: LifeExample['clarity'] | 'unknown'
  readonly level: CareLevel | null
  /** The main category, if a site shows one. */
  readonly shown: Label | null
}

type Given = Omit<Text, 'level' | 'shown'>

function ask(classifier: Classifier, given: readonly Given[]): Text[] {
  return given.map((one) => {
    const { alert, labels, scores } = classifier.classify(one.text)
    const [main] = labels
    return { ...one, level: alert?.level ?? null, shown: main && scores[main] >= shownScore ? main : null }
  })
}

const shareOf = (some: readonly Text[], holds: (text: Text) => boolean): number | null =>
  some.length === 0 ? null : some.filter(holds).length / some.length
const cell = (share: number | null): string => (share === null ? '–' : percent(share))

const isCertain = ({ level }: Text): boolean => level === 'certain'
const isPerhaps = ({ level }: Text): boolean => level === 'perhaps'
const isEither = ({ level }: Text): boolean => level !== null

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
  for (const [language, own] of byLanguage(some)) printRow(language, own)
  printRow('**all**', some)
  printHead('characters')
  for (const [title, own] of byBand(some)) printRow(title, own)
  printHead('language and characters')
  for (const [language, ofLanguage] of byLanguage(some)) {
    for (const [title, own] of byBand(ofLanguage)) if (own.length > 0) printRow(`${language} ${title}`, own)
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

/** Prints how often ordinary texts get a category, and how often it is one that the author, or a reader, named. */
function printSorting(set: string, some: readonly Text[]): void {
  console.log(`\n## Sorting: ${set}`)
  console.log(
    '\n| | shown | the main one is named | it is named first | without a need, left alone | with a need | without |',
  )
  console.log('|---|---|---|---|---|---|---|')
  const ordinary = some.filter(({ clarity }) => clarity === null)
  const print = (name: string, own: readonly Text[]): void => {
    const needs = own.filter(({ labels }) => labels.length > 0)
    const none = own.filter(({ labels }) => labels.length === 0)
    const shown = needs.filter((text) => text.shown !== null)
    const shares = [
      shareOf(needs, (text) => text.shown !== null),
      shareOf(shown, (text) => text.labels.some((label) => label === text.shown)),
      shareOf(shown, (text) => text.labels[0] === text.shown),
      shareOf(none, (text) => text.shown === null),
    ]
    console.log(`| ${[name, ...shares.map(cell), needs.length, none.length].join(' | ')} |`)
  }
  for (const [language, own] of byLanguage(ordinary)) print(language, own)
  for (const [title, own] of byBand(ordinary)) print(title, own)
  print('**all**', ordinary)
}

/** Asks each text of a model that was trained without a third of the authors, its own among them. */
function crossValidate(): Text[] {
  const written = readWritten()
  const foldOf = ({ author }: LifeExample): number => Number(author.split('-')[1]) % authorFolds
  return Array.from({ length: authorFolds }, (_, fold) => {
    const bytes = trainWhole(written.filter((one) => foldOf(one) !== fold))
    return ask(
      createClassifier(unpackModel(bytes, `fold ${fold}`)),
      written.filter((one) => foldOf(one) === fold),
    )
  }).flat()
}

const shipped = loadClassifier()
const life = ask(shipped, readLife())
printSet('data/life', life)
printSorting('data/life', life)
const crossValidated = crossValidate()
const ofWritten = 'data/written, each author by a model that has seen the others alone'
printSet(ofWritten, crossValidated)
printSorting(ofWritten, crossValidated)
printSet(
  'the older tests, mostly short, half of the care tests danger or close to it on purpose',
  ask(shipped, [
    ...heldOutFiles
      .flatMap(readHeldOut)
      .map((one): Given => ({ ...one, labels: [], clarity: isDanger(one) ? 'unknown' : null })),
    ...testFolders.flatMap((folder) => readExamples(folder)).map((one): Given => ({ ...one, clarity: null })),
  ]),
)
