// The translation desk: `npm run words` prints how each language stands, `npm run words -- fr` writes a work sheet, and
// `npm run words -- --help` the rest.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { errors } from '../contract/errors.ts'
import { isLanguage, languageNames } from '../contract/languages.ts'
import { type Site, readStamps, translatedLanguages } from './words/catalogues.ts'
import { applyEdits, hasUnreadEdits, makeSheet, readSheet } from './words/sheet.ts'
import {
  type LanguageState,
  type Word,
  isOutOfDate,
  markAllRight,
  markStillRight,
  readLanguage,
} from './words/state.ts'

const USAGE = `npm run words                                   how each language stands
npm run words -- fr                             how French stands; writes the work sheet words-fr.po
npm run words -- fr --changed                   the same, with only what is missing or out of date
npm run words -- fr words-fr.po                 reads the sheet back
npm run words -- fr --still-right <key> …       marks translations and pages as right for today's English
npm run words -- all --still-right <key> …      the same in every language that is stamped
npm run words -- fr --everything-is-right       stamps a language: all that it has now is right`

const MOST_NAMED = 20

class DeskError extends Error {}

const site: Site = {
  // npm starts its scripts in the folder of package.json.
  root: process.cwd(),
  errors: Object.fromEntries(Object.entries(errors).map(([code, [, sentence]]) => [code, sentence])),
}

const count = (words: Word[], choose: (word: Word) => boolean): number => words.filter(choose).length
const isMissing = ({ state }: Word): boolean => state === 'missing'
const nameOf = (language: string): string => (isLanguage(language) ? languageNames[language] : language)
const plural = (number: number, one: string): string => `${String(number)} ${one}${number === 1 ? '' : 's'}`
const list = (items: string[]): string =>
  [
    ...items.slice(0, MOST_NAMED),
    ...(items.length > MOST_NAMED ? [`… and ${String(items.length - MOST_NAMED)} more`] : []),
  ]
    .map((item) => `  ${item}`)
    .join('\n')

function printAll(languages: string[]): void {
  const columns = ['', 'sentences', 'missing', 'out of date', 'pages', 'missing', 'out of date']
  const rows = languages.map((language) => {
    const { sentences, pages, isStamped } = readLanguage(site, language)
    const numbers = [sentences, pages].flatMap((words) => [
      words.length,
      count(words, isMissing),
      isStamped ? count(words, isOutOfDate) : '?',
    ])
    return [language, ...numbers.map(String), isStamped ? '' : '  not stamped yet']
  })
  for (const [first = '', ...others] of [columns, ...rows])
    console.log(
      [first.padEnd(4), ...others.map((text, index) => text.padStart((columns[index + 1] ?? '').length + 2))]
        .join('')
        .trimEnd(),
    )
  console.log(`\nOne language: npm run words -- ${languages[0] ?? 'fr'}`)
}

function printSummary({ language, isStamped, sentences, pages }: LanguageState): void {
  console.log(`${nameOf(language)} (${language})`)
  console.log(`${plural(sentences.length, 'sentence')}, ${String(count(sentences, isMissing))} missing`)
  if (isStamped) console.log(`${String(count(sentences, isOutOfDate))} out of date: the English has changed`)
  else console.log(`Not stamped yet: what changes in English is not tracked. See --everything-is-right.`)
  console.log(`\nPages (server/db/seed-content/${language}):`)
  const words = {
    right: 'present',
    changed: 'English has changed',
    unmarked: isStamped ? 'not marked as right' : 'present',
    missing: 'missing',
  }
  for (const { key, state } of pages) console.log(`  ${key}.md`.padEnd(52), words[state])
}

function writeSheet(language: string, onlyChanged: boolean): void {
  const state = readLanguage(site, language)
  printSummary(state)
  const file = `words-${language}.po`
  if (existsSync(file) && hasUnreadEdits(site, language, readFileSync(file, 'utf8')))
    throw new DeskError(
      `${file} is kept: it has translations in it that are not read back yet. Read it: npm run words -- ${language} ${file}\nOr delete it.`,
    )
  writeFileSync(file, makeSheet(site, state, onlyChanged))
  console.log(`\nWritten: ${file}. When you have edited it: npm run words -- ${language} ${file}`)
}

function readBack(language: string, file: string): void {
  if (!existsSync(file)) throw new DeskError(`There is no file ${file}.`)
  const state = readLanguage(site, language)
  const edits = readSheet(state, readFileSync(file, 'utf8'))
  applyEdits(site, state, edits)
  const { texts, marked, refused, waiting } = edits
  console.log(`${plural(texts.length, 'sentence')} written, ${String(marked.length)} marked as right.`)
  if (waiting.length > 0)
    console.log(`\nStill to do (empty, or still marked fuzzy), ${String(waiting.length)}:\n${list(waiting)}`)
  if (!state.isStamped)
    console.log(
      `\n${language} is not stamped yet. When all is right: npm run words -- ${language} --everything-is-right`,
    )
  if (refused.length === 0) return
  console.error(
    `\nNot taken, ${String(refused.length)}. They are still in ${file}: correct them there and read it again.`,
  )
  for (const { id, problem } of refused) console.error(`  ${id}\n    ${problem}`)
  process.exitCode = 1
}

function stillRight(languages: string[], keys: string[]): void {
  if (keys.length === 0) throw new DeskError('Name the keys that are still right: --still-right forms.account.mailbox')
  for (const language of languages) {
    if (!readStamps(site, language))
      throw new DeskError(
        `${language} is not stamped yet. When all is right: npm run words -- ${language} --everything-is-right`,
      )
    const problems = markStillRight(site, language, keys)
    if (problems.length > 0)
      throw new DeskError(
        `${language}: nothing was marked.\n${problems.map(([id, problem]) => `  ${id}: ${problem}`).join('\n')}`,
      )
    console.log(`${language}: ${plural(keys.length, 'translation')} marked as right.`)
  }
}

function run(): void {
  const { values, positionals } = parseArgs({
    options: {
      changed: { type: 'boolean', default: false },
      'still-right': { type: 'boolean', default: false },
      'everything-is-right': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const [language, ...others] = positionals
  const known = translatedLanguages(site)
  if (values.help) return console.log(USAGE)
  if (language === undefined) return printAll(known)
  if (language === 'en') throw new DeskError('English is what the others are translated from: edit messages/en.')
  if (language === 'all' && !values['still-right']) throw new DeskError(USAGE)
  const stamped = known.filter((one) => readStamps(site, one))
  const chosen = language === 'all' ? stamped : known.filter((one) => one === language)
  if (chosen.length === 0)
    throw new DeskError(
      language === 'all'
        ? 'No language is stamped yet.'
        : `There is no folder messages/${language}. Languages: ${known.join(', ')}.`,
    )
  if (values['still-right']) return stillRight(chosen, others)
  if (others.length > 1) throw new DeskError(USAGE)
  if (values['everything-is-right'])
    return console.log(`${language}: ${String(markAllRight(site, language))} translations and pages marked as right.`)
  const [file] = others
  return file === undefined ? writeSheet(language, values.changed) : readBack(language, file)
}

try {
  run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
