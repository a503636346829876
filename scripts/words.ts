// `npm run words` prints how each language stands; `npm run words -- --help` the rest.
import { parseArgs } from 'node:util'
import { errors } from '../contract/errors.ts'
import {
  type Site,
  type Word,
  isPage,
  markStillRight,
  needsWork,
  readLanguage,
  readMeanings,
  translatedLanguages,
} from './words/state.ts'

const USAGE = `npm run words                               how each language stands
npm run words -- fr                         what is missing, out of date or wrong in French
npm run words -- fr --still-right <key> …   marks translations and pages as right for today's English
npm run words -- all --still-right <key> …  the same in every language`

const site: Site = {
  // npm starts its scripts in the folder of package.json.
  root: process.cwd(),
  errors: Object.fromEntries(Object.entries(errors).map(([code, [, sentence]]) => [code, sentence])),
}

function printAll(languages: string[]): void {
  for (const language of languages) {
    const words = readLanguage(site, language)
    if (words.some(needsWork)) process.exitCode = 1
    const count = (wanted: Word['state']): string => String(words.filter(({ state }) => state === wanted).length)
    const wrong = words.filter(({ faults }) => faults.length > 0).length
    console.log(
      `${language}: ${String(words.length)} sentences and pages, ${count('missing')} missing, ${count('out of date')} out of date, ${String(wrong)} against the rules`,
    )
  }
}

function printOne(language: string): void {
  const open = readLanguage(site, language).filter((word) => needsWork(word) || word.state === 'missing')
  if (open.length === 0) return console.log(`${language}: all is translated and right.`)
  if (open.some(needsWork)) process.exitCode = 1
  const meanings = readMeanings(site)
  for (const { id, english, translation = '', state, faults } of open) {
    console.log(`\n${id}: ${[...(state === 'right' ? [] : [state]), ...faults].join('. ')}`)
    if (meanings.has(id)) console.log(`  meaning: ${meanings.get(id) ?? ''}`)
    if (!isPage(id)) console.log(`  en: ${english}\n  ${language}: ${translation}`)
  }
  const outdated = open.filter(({ state }) => state === 'out of date').map(({ id }) => id)
  if (outdated.length > 0)
    console.log(`\nWhen they are right: npm run words -- ${language} --still-right ${outdated.join(' ')}`)
}

function run(): void {
  const { values, positionals } = parseArgs({
    options: { 'still-right': { type: 'boolean', default: false }, help: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const [language, ...keys] = positionals
  const known = translatedLanguages(site)
  if (values.help) return console.log(USAGE)
  if (language === undefined) return printAll(known)
  const chosen = known.filter((one) => one === language || language === 'all')
  if (chosen.length === 0) throw new Error(`${language} is none of the translations: ${known.join(', ')}.`)
  if (!values['still-right']) {
    if (language === 'all' || keys.length > 0) throw new Error(USAGE)
    return printOne(language)
  }
  if (keys.length === 0) throw new Error('Name the keys that are still right: --still-right forms.account.mailbox')
  const problems = markStillRight(site, chosen, keys)
  if (problems.length > 0) throw new Error(`Nothing was marked.\n  ${problems.join('\n  ')}`)
  console.log(`${chosen.join(', ')}: ${String(keys.length)} marked as right.`)
}

try {
  run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
