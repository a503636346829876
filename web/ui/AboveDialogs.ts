import { createContext, type ReactNode } from 'react'

/** Holds what stays in reach above an open dialog, which makes the rest of the page inert: what is said, and the way out. */
export const AboveDialogs = createContext<ReactNode>(null)
