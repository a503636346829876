import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import { rotaQuery } from '../../care/review/queries.ts'
import fieldStyles from '../../../ui/Field.module.css'

/** Returns the id of an entry. An entry is an id, optionally followed by weekdays: see `care_on_call` on the server. */
const parseId = (entry: string): string => entry.split(' ')[0] ?? ''

/** Chooses the staff who are notified when somebody may be in danger: some of them, or nobody in particular. */
export function OnCall({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const t = useTranslations('site_settings')
  const nameOf = useNameOf()
  const query = useQuery(rotaQuery)
  const staff = query.data?.staff ?? []
  const ids = staff.map(({ id }) => id)
  // Staff who lost their role are not notified any more; saving again removes them.
  const chosen = value.filter((entry) => ids.includes(parseId(entry)))
  return (
    <fieldset className="stack stack--tight">
      <legend className={fieldStyles.label}>{t('care_on_call')}</legend>
      <p className={fieldStyles.hint}>
        {t(chosen.length === 0 ? 'care_on_call_nobody' : 'care_on_call_some', { count: chosen.length })}
      </p>
      {!query.data && <QueryStatus query={query} />}
      {staff.map(({ id, display_name }) => (
        <Checkbox
          key={id}
          checked={chosen.some((entry) => parseId(entry) === id)}
          onChange={(checked) => onChange(checked ? [...chosen, id] : chosen.filter((entry) => parseId(entry) !== id))}
        >
          <bdi>{nameOf(display_name)}</bdi>
        </Checkbox>
      ))}
      <p>
        <Link to="/admin/care?tab=on_call">{t('care_on_call_days')}</Link>
      </p>
    </fieldset>
  )
}
