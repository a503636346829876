/** The stable keys of the fifteen categories, in the order of the model's columns. */
export const labels = [
  'health',
  'grief',
  'family',
  'relationships',
  'mind',
  'addiction',
  'work',
  'money',
  'guidance',
  'faith',
  'protection',
  'church',
  'world',
  'thanks',
  'study',
] as const

export type Label = (typeof labels)[number]

/** The model has one column for each category and, after them, one for texts without a need. */
export const noneColumn = labels.length
export const columnCount = labels.length + 1

/** The languages of the interface and of the training text. */
export const languages = ['en', 'es', 'fr', 'de', 'zh', 'ja', 'ko', 'ar', 'hi', 'pt'] as const

export type Language = (typeof languages)[number]

/** The languages in Latin script, distinguished by a linear model; the others are recognized by their script. */
export const latinLanguages = ['en', 'es', 'fr', 'de', 'pt'] as const satisfies readonly Language[]

/** Maximum number of labels of a request. */
export const maximumLabels = 3

/** True when `value` is one of the fifteen category keys. */
export function isLabel(value: unknown): value is Label {
  return labels.some((label) => label === value)
}
