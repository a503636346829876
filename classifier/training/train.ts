// npm run classifier -- train: reads classifier/data and classifier/lexicon, writes classifier/model.
import { mkdirSync, writeFileSync } from 'node:fs'
import { readCareTraining } from './care-data.ts'
import { readSigns } from './care-lexicon.ts'
import { readExamples } from '../runtime/dataset.ts'
import { readLexicon } from './lexicon.ts'
import { defaultModelFolder, modelFileName, packModel, unpackModel } from '../runtime/model-file.ts'
import { defaultSettings, trainModel } from './train-model.ts'

const started = performance.now()
const examples = readExamples()
const lexicon = readLexicon()
const care = { examples: readCareTraining(), signs: readSigns() }
const bytes = packModel(trainModel(examples, lexicon, defaultSettings, care))
mkdirSync(defaultModelFolder, { recursive: true })
writeFileSync(new URL(modelFileName, defaultModelFolder), bytes)

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const { id } = unpackModel(bytes, modelFileName)
console.log(
  `Model ${id}: ${examples.length} texts, ${care.examples.length} on danger, ${lexicon.length} terms, ${bytes.length} bytes, ${seconds} s.`,
)
