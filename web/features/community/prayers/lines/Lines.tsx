import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Prayer } from '../../../../../contract/prayers.ts'
import LeaveLine from './LeaveLine.tsx'
import { LeftLines } from './LeftLines.tsx'
import { linesQuery } from './queries.ts'

interface Props {
  prayer: Prayer
  /** Shows what the care team wrote about a line, also about one that was published or reported. */
  Talk: ComponentType<{ id: string; showsHelp?: boolean }>
}

function OwnLine({ prayer, Talk }: Props) {
  const lines = useQuery(linesQuery(prayer.id)).data?.items ?? []
  return (
    <>
      {(prayer.takes_lines || lines.length > 0) && <LeaveLine prayer={prayer} />}
      {lines.map(({ id }) => (
        <Talk key={id} id={id} showsHelp />
      ))}
    </>
  )
}

/** The lines under a request: those that its author was left, or the one that somebody who prayed may leave. */
export default function Lines(props: Props) {
  return props.prayer.is_mine ? <LeftLines id={props.prayer.id} /> : <OwnLine {...props} />
}
