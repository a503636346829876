// npm run classifier -- train: reads classifier/data and classifier/lexicon, writes classifier/model.
import { mkdirSync, writeFileSync } from 'node:fs'
import { readWritten } from './care-data.ts'
import { defaultModelFolder, modelFileName, unpackModel } from '../runtime/model-file.ts'
import { trainWhole } from './train-whole.ts'

const started = performance.now()
const bytes = trainWhole(readWritten())
mkdirSync(defaultModelFolder, { recursive: true })
writeFileSync(new URL(modelFileName, defaultModelFolder), bytes)

const seconds = ((performance.now() - started) / 1000).toFixed(1)
console.log(`Model ${unpackModel(bytes, modelFileName).id}: ${bytes.length} bytes, ${seconds} s.`)
