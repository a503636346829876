import { ar } from './care-rules/ar.ts'
import { de } from './care-rules/de.ts'
import { en } from './care-rules/en.ts'
import { es } from './care-rules/es.ts'
import { fr } from './care-rules/fr.ts'
import { hi } from './care-rules/hi.ts'
import { ja } from './care-rules/ja.ts'
import { ko } from './care-rules/ko.ts'
import { pt } from './care-rules/pt.ts'
import { zh } from './care-rules/zh.ts'
import type { CareRules } from './care-rules/rules.ts'
import type { Language } from './labels.ts'

/** Phrases of danger and phrases that only resemble them, by language. */
export const careRules: Record<Language, CareRules> = { en, es, fr, de, zh, ja, ko, ar, hi, pt }
