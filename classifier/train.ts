// npm run train: reads classifier/data and classifier/lexicon, writes classifier/model.
import { mkdirSync, writeFileSync } from 'node:fs'
import { readExamples } from './src/dataset.ts'
import { readLexicon } from './src/lexicon.ts'
import { defaultModelFolder, modelFileName, packModel, unpackModel } from './src/model-file.ts'
import { trainModel } from './src/train-model.ts'

const started = performance.now()
const examples = readExamples()
const lexicon = readLexicon()
const bytes = packModel(trainModel(examples, lexicon))
mkdirSync(defaultModelFolder, { recursive: true })
writeFileSync(new URL(modelFileName, defaultModelFolder), bytes)

const seconds = ((performance.now() - started) / 1000).toFixed(1)
const { id } = unpackModel(bytes, modelFileName)
console.log(`Model ${id}: ${examples.length} texts, ${lexicon.length} terms, ${bytes.length} bytes, ${seconds} s.`)
