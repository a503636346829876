import { type LifeExample, readCareTraining, repeatWritten } from './care-data.ts'
import { readSigns } from './care-lexicon.ts'
import { readExamples } from '../runtime/dataset.ts'
import { readLexicon } from './lexicon.ts'
import { packModel } from '../runtime/model-file.ts'
import { defaultSettings, trainModel } from './train-model.ts'

/** Trains categories, languages and danger on all data and on `written`, and returns the bytes of a model file. */
export function trainWhole(written: readonly LifeExample[]): Buffer {
  const care = { examples: readCareTraining(written), signs: readSigns() }
  const examples = [...readExamples(), ...repeatWritten(written)]
  return packModel(trainModel(examples, readLexicon(), defaultSettings, care))
}
