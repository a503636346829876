import { useEffect, useState } from 'react'
import { MAX_GROUP_SEARCH_LENGTH } from '../../../../contract/groups.values.ts'
import fieldStyles from '../../../ui/Field.module.css'

/** Time without a key after which the words are searched for, in milliseconds. */
const SEARCH_DELAY_MS = 300

/** A field that searches while one types: `onSearch` is told the words once the keys rest. */
export function TypedSearch({ label, onSearch }: { label: string; onSearch: (words: string) => void }) {
  const [typed, setTyped] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => onSearch(typed.trim()), SEARCH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [typed, onSearch])
  return (
    <input
      className={fieldStyles.input}
      type="search"
      dir="auto"
      maxLength={MAX_GROUP_SEARCH_LENGTH}
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}
