import type { ComponentPropsWithRef } from 'react'
import { languageNames } from '../../contract/languages.ts'
import styles from './Field.module.css'

/** A native select. The field around it carries its label. */
export const Select = ({ className = '', ...rest }: ComponentPropsWithRef<'select'>) => (
  <select {...rest} className={`${styles.select} ${className}`} />
)

/** The languages of the site as options of a select. */
export const LanguageOptions = () =>
  Object.entries(languageNames).map(([code, name]) => (
    <option key={code} value={code} lang={code}>
      {name}
    </option>
  ))
