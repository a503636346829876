import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Health } from '../../../../contract/desk.ts'
import { roomOfFault, roomPath } from '../../../layout/rooms.ts'

/** The way to where a fault is mended. */
export function FaultLink({ fault }: { fault: NonNullable<Health['worst']>['fault'] }) {
  const t = useTranslations()
  const room = roomOfFault(fault)
  return (
    <Link to={room ? roomPath(room) : '/admin/check'}>{t(fault === 'no_mail' ? 'admin.cure_mail' : 'waits.look')}</Link>
  )
}
