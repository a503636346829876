import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Icon, type IconName } from '../../../ui/Icon.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { type Room, openerId, roomIcons, roomPath, rowId } from '../../../layout/rooms.ts'
import rowStyles from '../../../ui/MarkRow.module.css'
import styles from './Rooms.module.css'

/** How something is: it works, nobody tried it, somebody should look, or it is broken. */
export interface State {
  look: 'works' | 'untested' | 'look' | 'broken' | 'working'
  text: string
}

const looks: Record<State['look'], { icon: IconName; className: string | undefined }> = {
  works: { icon: 'okcircle', className: styles.works },
  untested: { icon: 'clock', className: undefined },
  look: { icon: 'alert', className: styles.look },
  broken: { icon: 'error', className: styles.broken },
  working: { icon: 'clock', className: undefined },
}

/** The state of one part, with its mark. */
export const StateLine = ({ of: { look, text } }: { of: State }) => (
  <span className={[styles.state, looks[look].className].filter(Boolean).join(' ')}>
    {look === 'working' ? <Spinner /> : <Icon name={looks[look].icon} />}
    <span>{text}</span>
  </span>
)

interface RowProps {
  icon: IconName
  title: string
  /** How it is now, in a sentence. */
  now?: ReactNode
  state?: State | null | undefined
  /** Why it could not be asked how it is. */
  failure?: string | null | undefined
  acts?: ReactNode
  /** Id of the row, which takes the focus; its heading is named by it too. */
  id: string
  children?: ReactNode
}

/** A part of the settings in one row: its name, how it is now, and what can be done. `children` are what was opened in it. */
export function SettingsRow({ id, icon, title, now, state, failure = null, acts, children }: RowProps) {
  return (
    <section className={`${rowStyles.row} ${styles.row}`} id={id} tabIndex={-1} aria-labelledby={`${id}-title`}>
      <span className="disc">
        <Icon name={icon} />
      </span>
      <div className={rowStyles.words}>
        <h3 id={`${id}-title`}>{title}</h3>
        {now !== undefined && <p>{now}</p>}
        <output>{state && <StateLine of={state} />}</output>
        <FailureNote title={failure} />
      </div>
      <div className={styles.acts}>{acts}</div>
      {children && <div className={styles.inside}>{children}</div>}
    </section>
  )
}

interface Props extends Omit<RowProps, 'id' | 'icon' | 'title'> {
  room: Room
  isOpen: boolean
  /** Says what the link offers: to change it, to look at it, or nothing, where nothing is inside. */
  opens?: 'change' | 'details' | null
  /** The measurement of it: its state unless another is given, and a button that measures anew. */
  checks?: { state: State | null; failure: string | null; isPending: boolean; tryAll: () => Promise<void> }
  /** False where there is nothing to try. */
  canTry?: boolean
}

/** A room learns from the page whether it is open, and how it closes. */
export interface RoomProps {
  isOpen: boolean
  close: () => void
}

/** The row of a room, with the link that opens it in place. */
export function RoomRow({ room, isOpen, opens = 'change', checks, canTry = true, acts, children, ...row }: Props) {
  const t = useTranslations()
  const id = rowId(room)
  return (
    <SettingsRow
      state={checks?.state}
      failure={checks?.failure}
      {...row}
      id={id}
      icon={roomIcons[room]}
      title={t(`rooms.${room}`)}
      acts={
        <>
          {checks && canTry && (
            <Button
              variant="text"
              busy={checks.isPending}
              aria-describedby={`${id}-title`}
              onClick={() => void checks.tryAll()}
            >
              {t(room === 'mail' ? 'checks.send_mail' : 'rooms.try')}
            </Button>
          )}
          {acts}
          {!isOpen && opens && (
            <ButtonLink
              id={openerId(room)}
              to={roomPath(room)}
              preventScrollReset
              aria-labelledby={`${openerId(room)} ${id}-title`}
            >
              {t(`rooms.${opens}`)}
            </ButtonLink>
          )}
        </>
      }
    >
      {isOpen && children}
    </SettingsRow>
  )
}
