import type { Health } from '../../contract/desk.ts'
import type { IconName } from '../ui/Icon.tsx'

/** The parts of the settings, each with an address of its own. */
export type Room = 'community' | 'joining' | 'care' | 'mail' | 'address' | 'languages' | 'backups' | 'storage'

export const roomIcons: Record<Room, IconName> = {
  community: 'church',
  joining: 'door',
  care: 'care',
  mail: 'mail',
  address: 'globe',
  languages: 'translate',
  backups: 'database',
  storage: 'file',
}

/** The settings that are changed and saved together. */
export const settingsOf = {
  community: ['site_name', 'site_sentence', 'shows_pray_counts'],
  joining: [
    'sign_up_mode',
    'join_question',
    'require_verified_email',
    'event_hours',
    'session_days',
    'staff_second_factor',
  ],
  care: ['care_on_call', 'time_zone', 'moderation_mode', 'prayers_per_hour'],
  languages: ['default_language'],
} as const satisfies Partial<Record<Room, readonly string[]>>

/** A setting that has a place here. */
export type Known = (typeof settingsOf)[keyof typeof settingsOf][number]

/** Returns the address of a room; without one, that of all of them. */
export const roomPath = (room?: Room): string => (room === undefined ? '/admin/settings' : `/admin/settings/${room}`)

/** Id of the row of a room, and of the link that opens it. */
export const rowId = (room: Room): string => `room-${room}`
export const openerId = (room: Room): string => `open-${room}`

/** Returns the room in which a setting is changed. The activity log may name settings of an earlier version. */
export function roomOfSetting(name: string): Room | undefined {
  if (name === 'mail_server') return 'mail'
  for (const [room, names] of Object.entries(settingsOf)) {
    if (names.some((one) => one === name)) return room as Room
  }
  return undefined
}

type Fault = NonNullable<Health['worst']>['fault']

const roomsOfFaults: Partial<Record<Fault, Room>> = {
  address: 'address',
  no_mail: 'mail',
  mail: 'mail',
  no_backup: 'backups',
  old_backup: 'backups',
  backup: 'backups',
  backup_copy: 'backups',
  alarm: 'care',
  disk: 'storage',
  write: 'storage',
  integrity: 'storage',
}

/** Returns the room in which a fault is mended, if there is one. */
export const roomOfFault = (fault: Fault): Room | undefined => roomsOfFaults[fault]
