import { useId, type ReactNode } from 'react'
import { Card, CardTitle } from './Card.tsx'

interface Props {
  title: string
  /** Stands below the title. */
  lead?: string
  tight?: boolean
  /** In place of `stack`. */
  className?: string | undefined
  children: ReactNode
}

/** A section of a page in a frame, with its title. */
export function CardSection({ title, lead, tight = false, className = 'stack', children }: Props) {
  const id = useId()
  const heading = <CardTitle id={id}>{title}</CardTitle>
  return (
    <Card as="section" tight={tight} className={className} aria-labelledby={id}>
      {lead === undefined ? (
        heading
      ) : (
        <div>
          {heading}
          <p className="small secondary">{lead}</p>
        </div>
      )}
      {children}
    </Card>
  )
}
