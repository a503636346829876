import type { FormEvent, ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import fieldStyles from '../ui/Field.module.css'
import styles from './FilterForm.module.css'

interface Props {
  /** Current values of the fields. */
  search: URLSearchParams
  onSearch: (search: URLSearchParams) => void
  label: string
  /** Number of options of the selects, when they arrive later than the form. */
  optionCount?: number
  className?: string | undefined
  /** Fields; the name of each is its key in `search`. */
  children: ReactNode
  /** Content beside the button. */
  aside?: ReactNode
}

/** Fields that filter a list of the desk. An empty field does not filter, and every search begins at the first page. */
export function FilterForm({ search, onSearch, label, optionCount = 0, className = '', children, aside }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].filter((pair): pair is [string, string] => pair[1] !== '')
    onSearch(new URLSearchParams(given))
  }
  return (
    <search>
      <form className={`${styles.filters} ${className}`} key={`${search.toString()} ${optionCount}`} onSubmit={submit}>
        {children}
        <div className={fieldStyles.field}>
          <span className={fieldStyles.label} aria-hidden="true">
            &nbsp;
          </span>
          <div className="row">
            <Button type="submit">
              <Icon name="search" />
              {label}
            </Button>
            {aside}
          </div>
        </div>
      </form>
    </search>
  )
}
