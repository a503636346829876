import type { FormEvent, ReactNode } from 'react'
import { Icon } from '../ui/Icon.tsx'

interface Props {
  /** What is looked for now: the values of the fields. */
  search: URLSearchParams
  onSearch: (search: URLSearchParams) => void
  label: string
  /** What the choices are made of, when that arrives later than the form. */
  optionCount?: number
  className?: string
  /** The fields, each named as in `search`. */
  children: ReactNode
  /** Beside the button. */
  aside?: ReactNode
}

/** Fields that narrow a list of the desk. What is left empty narrows nothing, and every search begins at its first page. */
export function FilterForm({ search, onSearch, label, optionCount = 0, className = '', children, aside }: Props) {
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].filter((pair): pair is [string, string] => pair[1] !== '')
    onSearch(new URLSearchParams(given))
  }
  return (
    <search>
      <form className={`admin__filters ${className}`} key={`${search.toString()} ${optionCount}`} onSubmit={submit}>
        {children}
        <div className="field">
          <span className="label" aria-hidden="true">
            &nbsp;
          </span>
          <div className="row">
            <button type="submit" className="btn btn--secondary">
              <Icon name="search" />
              {label}
            </button>
            {aside}
          </div>
        </div>
      </form>
    </search>
  )
}
