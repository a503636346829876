import { useEffect, useRef, type ReactNode } from 'react'
import { Note } from '../ui/Note.tsx'

/** Says why a form was refused, and takes the focus at every new `failure`. */
export function RefusalNote({ failure, title, children }: { failure: unknown; title: string; children: ReactNode }) {
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failure !== null) note.current?.focus()
  }, [failure])
  return (
    <Note kind="error" icon="error" title={title} ref={note} tabIndex={-1}>
      {children}
    </Note>
  )
}
