import { useEffect, useRef, type ReactNode, type Ref } from 'react'
import { Note } from '../ui/Note.tsx'

interface Props {
  title: string | null
  /** The reason, where the title does not say it. */
  children?: ReactNode
  /** The note takes the focus whenever this is a new one, other than null. */
  failure?: unknown
  /** Refers to a note that somebody else gives the focus. */
  ref?: Ref<HTMLDivElement>
}

/** Says that something was not done, and why; nothing while the title or the reason is null. */
export function FailureNote({ title, children, failure = null, ref }: Props) {
  const own = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) own.current?.focus()
  }, [failure])
  if (title === null || children === null) return null
  return (
    <Note kind="error" icon="error" title={title} ref={ref ?? own} {...((ref || failure !== null) && { tabIndex: -1 })}>
      {children}
    </Note>
  )
}
