import { useCallback, useRef, type FormEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { useTranslations } from 'use-intl'
import { Icon } from '../ui/Icon.tsx'
import { Button } from '../ui/Button.tsx'
import { Labelled } from '../ui/Field.tsx'
import { Options, Select } from '../ui/Select.tsx'
import fieldStyles from '../ui/Field.module.css'
import styles from './FilterForm.module.css'

interface Props {
  /** Called with the values, in place of putting them into the address. */
  onSearch?: (search: URLSearchParams) => void
  /** Number of options of the selects, when they arrive later than the form. */
  optionCount?: number
  className?: string | undefined
  /** Fields; the name of each is its key in the address, which has their values. */
  children: ReactNode
}

/** Fields that filter a list of the desk. An empty field does not filter, and every search begins at the first page. */
export function FilterForm({ onSearch, optionCount = 0, className = '', children }: Props) {
  const t = useTranslations('admin')
  const [search, setSearch] = useSearchParams()
  // A search makes the form anew, with its values: the keyboard goes on at the same field.
  const place = useRef(-1)
  const keepPlace = useCallback((form: HTMLFormElement) => {
    const field = form.elements[place.current]
    if (field instanceof HTMLElement) field.focus()
    return () => {
      place.current = [...form.elements].findIndex((one) => one === document.activeElement)
    }
  }, [])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = [...new FormData(event.currentTarget)].filter((pair): pair is [string, string] => pair[1] !== '')
    const chosen = new URLSearchParams(given)
    if (onSearch) onSearch(chosen)
    else setSearch(chosen)
  }
  return (
    <search className="only-screen">
      <form
        className={`${styles.filters} ${className}`}
        key={`${search.toString()} ${optionCount}`}
        ref={keepPlace}
        onSubmit={submit}
      >
        {children}
        <div className={styles.act}>
          <Button type="submit">
            <Icon name="search" />
            {t('show')}
          </Button>
        </div>
      </form>
    </search>
  )
}

/** The field for words in a filter form. */
export function FilterWords({ label, ...input }: { label: string; maxLength: number; dir?: 'auto' }) {
  const [search] = useSearchParams()
  return (
    <Labelled label={label}>
      <input
        {...input}
        className={fieldStyles.input}
        type="search"
        name="search"
        defaultValue={search.get('search') ?? ''}
      />
    </Labelled>
  )
}

interface SelectProps {
  label: string
  name: string
  /** Label of the option that does not filter. */
  all: string
  options: readonly (readonly [value: string, label: string])[] | undefined
}

/** A select in a filter form. */
export function FilterSelect({ label, name, all, options = [] }: SelectProps) {
  const [search] = useSearchParams()
  return (
    <Labelled label={label}>
      <Select name={name} defaultValue={search.get(name) ?? ''}>
        <option value="">{all}</option>
        <Options of={options} />
      </Select>
    </Labelled>
  )
}
