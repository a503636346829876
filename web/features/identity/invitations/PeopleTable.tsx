import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MAX_DISPLAY_NAME_LENGTH } from '../../../../contract/users.values.ts'
import { useAddressText } from '../../../fieldErrors.ts'
import { Badge, type BadgeTone } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import { useMoreFocus } from '../../../ui/useMoreFocus.ts'
import fieldStyles from '../../../ui/Field.module.css'
import tableStyles from '../../../ui/Table.module.css'
import { isDoubtful, type Row } from './judge.ts'
import type { WrittenPerson } from './readPeople.ts'
import styles from './PeopleTable.module.css'

const SHOWN_AT_FIRST = 12
const rowId = (place: number): string => `person-${place}`
const tones: Record<Row['state'], BadgeTone | undefined> = {
  new: 'success',
  member: undefined,
  invited: undefined,
  double: undefined,
  wrong: 'warning',
  out_of_reach: 'warning',
  unknown: 'warning',
}

interface Props {
  rows: Row[]
  onMend: (place: number, change: Partial<WrittenPerson>) => void
  /** Called when somebody has left a field that they changed. */
  onMended: () => void
  onBack: () => void
}

/** Shows what inviting each person of the list would do. What needs a look stands first, and is mended in place. */
export function PeopleTable({ rows, onMend, onMended, onBack }: Props) {
  const t = useTranslations('invite')
  const p = useTranslations('people')
  const addressText = useAddressText()
  const [showsAll, setShowsAll] = useState(false)
  const card = useRef<HTMLElement>(null)
  // The form that was sent is gone when its people are here.
  useEffect(() => card.current?.focus(), [])
  // A person who needs a look when the list comes stays in their place while they are mended.
  const [doubtful] = useState(() => new Set(rows.flatMap((row, place) => (isDoubtful(row) ? place : []))))
  const places = [...rows.keys()].toSorted((one, other) => Number(doubtful.has(other)) - Number(doubtful.has(one)))
  const shown = showsAll ? places : places.slice(0, Math.max(SHOWN_AT_FIRST, doubtful.size))
  const onMore = useMoreFocus(shown.map(rowId))
  const count = (test: (row: Row) => boolean): number => rows.filter(test).length
  const sums = [
    ['new', count(({ state }) => state === 'new')],
    ['known', count(({ state }) => state === 'member' || state === 'invited')],
    ['double', count(({ state }) => state === 'double')],
    ['doubtful', count(isDoubtful)],
  ] as const
  return (
    <Card as="section" className="stack" aria-label={t('people')} ref={card} tabIndex={-1}>
      <div className="spread">
        <ul className={styles.sums}>
          {sums
            .filter(([name, sum]) => sum > 0 || name === 'new')
            .map(([name, sum]) => (
              <li key={name}>{t(`sum_${name}`, { count: sum })}</li>
            ))}
        </ul>
        <Button size="small" onClick={onBack}>
          {t('other_list')}
        </Button>
      </div>
      <div className={tableStyles.box}>
        <Table cards name={t('people')}>
          <TableHead columns={[p('name'), p('email'), t('state')]} />
          <tbody>
            {shown.map((place) => {
              const row = rows[place]
              if (!row) return null
              return (
                <tr key={place} id={rowId(place)} tabIndex={-1}>
                  <td>
                    <bdi className="strong">{row.name}</bdi>
                  </td>
                  <td>
                    {doubtful.has(place) ? (
                      <input
                        className={fieldStyles.input}
                        type="email"
                        dir="ltr"
                        aria-label={t('email_of', { name: row.name === '' ? row.email : row.name })}
                        value={row.email}
                        maxLength={MAX_DISPLAY_NAME_LENGTH * 4}
                        onChange={({ target }) => onMend(place, { email: target.value })}
                        onBlur={onMended}
                      />
                    ) : (
                      <bdi dir="ltr">{row.address}</bdi>
                    )}
                  </td>
                  <td>
                    <Badge tone={tones[row.state]}>{t(`state_${row.state}`)}</Badge>
                    {row.state === 'wrong' && <span className="small muted"> {addressText(row.email)}</span>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </Table>
      </div>
      {shown.length < rows.length && (
        <div>
          <Button
            size="small"
            onClick={() => {
              onMore()
              setShowsAll(true)
            }}
          >
            {t('show_all', { count: rows.length })}
          </Button>
        </div>
      )}
    </Card>
  )
}
