import type { optionalColors, requiredColors } from '../../../../contract/colors.ts'

export type ColorKey = (typeof requiredColors)[number] | (typeof optionalColors)[number]

/** Colours grouped by use. */
export const colorGroups = {
  text: ['textPrimary', 'textSecondary', 'textMuted', 'textInverse'],
  brand: [
    'primary',
    'primaryLight',
    'primaryDark',
    'secondary',
    'secondaryLight',
    'secondaryDark',
    'accent',
    'accentLight',
    'accentDark',
  ],
  surfaces: [
    'background',
    'surface',
    'surfaceVariant',
    'cardBackground',
    'headingBackground',
    'border',
    'borderFocus',
    'shadow',
    'selectionBackground',
    'selectionText',
  ],
  header: ['headerBackground', 'headerText', 'buttonBackground', 'buttonText', 'buttonHover'],
  status: [
    'error',
    'errorLight',
    'errorDark',
    'success',
    'successLight',
    'successDark',
    'warning',
    'warningLight',
    'warningDark',
    'info',
    'infoLight',
    'infoDark',
  ],
  optional: ['errorText', 'successText', 'warningText', 'infoText'],
} as const satisfies Record<string, readonly ColorKey[]>

export type ColorGroup = keyof typeof colorGroups
