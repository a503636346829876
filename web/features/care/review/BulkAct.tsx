import type { ComponentProps } from 'react'
import { Button } from '../../../ui/Button.tsx'
import bulkBarStyles from '../../../layout/BulkBar.module.css'

/** A button of the bar that acts on all that is selected. */
export const BulkAct = (props: Omit<ComponentProps<typeof Button>, 'variant' | 'size' | 'className'>) => (
  <Button {...props} variant="text" size="small" className={bulkBarStyles.action} />
)
