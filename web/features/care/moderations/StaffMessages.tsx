import type { ComponentType, ReactNode } from 'react'
import { FormMessages, withMessages } from '../../../layout/FormMessages.tsx'
import type { Area } from '../../../catalogues.ts'

const areas: Area[] = ['admin_requests', 'decisions', 'care', 'acts', 'lists']

/** Provides the messages shared by the staff pages that handle requests. */
export const StaffMessages = ({ children }: { children: ReactNode }) => (
  <FormMessages area={areas}>{children}</FormMessages>
)

/** Returns a part that has them. */
export const withStaffMessages = <Props extends object>(Part: ComponentType<Props>) => withMessages(Part, ...areas)
