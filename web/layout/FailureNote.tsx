import { Note } from '../ui/Note.tsx'

/** Says that something was not done, and why; nothing while `children`, the reason, is null. */
export const FailureNote = ({ title, children }: { title: string; children: string | null }) =>
  children !== null && (
    <Note kind="error" icon="error" title={title}>
      {children}
    </Note>
  )
