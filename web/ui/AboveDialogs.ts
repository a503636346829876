import { createContext, type ReactNode } from 'react'

/** Holds what stays in reach above an open dialog, which makes the rest of the page inert. */
export const AboveDialogs = createContext<ReactNode>(null)
