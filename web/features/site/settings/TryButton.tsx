import { Button } from '../../../ui/Button.tsx'
import { type Room, rowId } from '../../../layout/rooms.ts'
import type { useChecks } from './useChecks.ts'

/** Runs the checks of a room. */
export const TryButton = ({
  of: { tryAll, isPending },
  room,
  children,
}: {
  of: ReturnType<typeof useChecks>
  room: Room
  children: string
}) => (
  <Button variant="text" busy={isPending} aria-describedby={`${rowId(room)}-title`} onClick={() => void tryAll()}>
    {children}
  </Button>
)
