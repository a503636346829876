import type { ComponentType } from 'react'
import { withMessages } from '../../../layout/FormMessages.tsx'

/** Returns a part that has the messages shared by the staff pages that handle requests. */
export const withStaffMessages = <Props extends object>(Part: ComponentType<Props>) =>
  withMessages(Part, 'admin_requests', 'decisions', 'care', 'acts', 'lists')
