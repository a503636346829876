import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { engineNames, serverQuery } from '../stats/ServerStatus.tsx'
import { useByteFormat } from '../stats/useByteFormat.ts'
import { RoomRow, type RoomProps, StateLine } from './RoomRow.tsx'
import { useChecks } from './useChecks.ts'

/** Says where everything is kept, and whether there is room for more. */
export function StorageRoom({ isOpen, close }: RoomProps) {
  const t = useTranslations()
  const bytes = useByteFormat()
  const { data } = useQuery(serverQuery)
  const checks = useChecks('disk', 'write', 'integrity')
  return (
    <RoomRow
      room="storage"
      isOpen={isOpen}
      opens="details"
      now={
        data &&
        t('checks.database_is', {
          engine: `${engineNames[data.engine]} ${data.engine_version}`,
          size: bytes(data.database_bytes),
        })
      }
      checks={checks}
    >
      <ul className="stack stack--tight">
        {checks.checks.map((check) => (
          <li key={check.name}>
            <p className="strong">{t(`checks.name_${check.name}`)}</p>
            <p className="small secondary">{t(`checks.text_${check.name}`)}</p>
            <StateLine of={checks.stateOf(check)} />
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button onClick={close}>{t('field.close')}</Button>
      </ButtonRow>
    </RoomRow>
  )
}
