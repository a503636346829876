import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Awaited } from '../../layout/Awaited.tsx'
import { q } from '../../query.ts'

const of = (role: 'care' | 'moderator' | 'admin') => q('accounts.list', { role, status: 'active', pageSize: 50 }, true)

/** Who is told when somebody may be in danger: some of the staff, or nobody in particular. */
export function OnCall({ value, onChange }: { value: string[]; onChange: (value: string[]) => void }) {
  const t = useTranslations('site_settings')
  const lists = [useQuery(of('care')), useQuery(of('moderator')), useQuery(of('admin'))]
  const missing = lists.find(({ data }) => !data)
  const staff = lists.flatMap(({ data }) => data?.items ?? [])
  const ids = staff.map(({ id }) => id)
  // Who has lost their role is told nothing any more; a choice that is saved again leaves them out.
  const chosen = value.filter((id) => ids.includes(id))
  return (
    <fieldset className="stack stack--tight">
      <legend className="label">{t('care_on_call')}</legend>
      <p className="hint">
        {t(chosen.length === 0 ? 'care_on_call_nobody' : 'care_on_call_some', { count: chosen.length })}
      </p>
      {missing && <Awaited query={missing} />}
      {staff.map(({ id, display_name }) => (
        <label key={id} className="check">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <bdi>{display_name}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
