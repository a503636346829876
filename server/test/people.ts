import type { Role } from '../../contract/users.ts'

export interface NamedPerson {
  email: string
  display_name: string
  role: Role
}

/**
 * The same people in the demo, the tests and the documents. Their addresses use a domain that cannot exist (RFC 2606).
 */
export const people = {
  hannah: { email: 'hannah@example.org', display_name: 'Hannah W.', role: 'member' },
  tomas: { email: 'tomas@example.org', display_name: 'Tomás R.', role: 'member' },
  grace: { email: 'grace@example.org', display_name: 'Grace O.', role: 'member' },
  marcos: { email: 'marcos@example.org', display_name: 'Marcos A.', role: 'member' },
  miriam: { email: 'miriam@example.org', display_name: 'Miriam K.', role: 'member' },
  yusuf: { email: 'yusuf@example.org', display_name: 'يوسف ح.', role: 'member' },
  silas: { email: 'silas@example.org', display_name: 'Silas B.', role: 'limited' },
  ines: { email: 'ines@example.org', display_name: 'Inês D.', role: 'care' },
  ruth: { email: 'ruth@example.org', display_name: 'Ruth M.', role: 'moderator' },
  peter: { email: 'peter@example.org', display_name: 'Peter A.', role: 'admin' },
} as const satisfies Record<string, NamedPerson>

export type PersonName = keyof typeof people
