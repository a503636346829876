import type { ComponentPropsWithRef } from 'react'
import type { Language } from '../../contract/fields.ts'
import { isLanguage, languageNames } from '../../contract/languages.ts'
import styles from './Field.module.css'

/** A native select. The field around it carries its label. */
export const Select = ({ className = '', ...rest }: ComponentPropsWithRef<'select'>) => (
  <select {...rest} className={`${styles.select} ${className}`} />
)

/** Options of a select: the value and the label of each. */
export const Options = ({ of }: { of: readonly (readonly [value: string | number, label: string])[] }) =>
  of.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** Languages as options of a select: all of the site, or those that are given. */
export const LanguageOptions = ({ languages }: { languages?: Language[] }) =>
  (languages ?? Object.keys(languageNames).filter(isLanguage)).map((language) => (
    <option key={language} value={language} lang={language}>
      {languageNames[language]}
    </option>
  ))
