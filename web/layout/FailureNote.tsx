import type { Ref } from 'react'
import { Note } from '../ui/Note.tsx'

interface Props {
  title: string | null
  /** The reason, where the title does not say it. */
  children?: string | null
  /** Refers to a note that takes the focus. */
  ref?: Ref<HTMLDivElement>
}

/** Says that something was not done, and why; nothing while the title or the reason is null. */
export const FailureNote = ({ title, children, ref }: Props) =>
  title !== null &&
  children !== null && (
    <Note kind="error" icon="error" title={title} {...(ref && { ref, tabIndex: -1 })}>
      {children}
    </Note>
  )
