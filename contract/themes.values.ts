export const MAX_THEME_NAME_LENGTH = 60
export const MAX_THEME_DESCRIPTION_LENGTH = 200
export const MAX_FONT_FAMILY_LENGTH = 400
export const MAX_FONT_URL_LENGTH = 300

/**
 * The names and descriptions of the themes of a new site. `key`: the theme's translations, `themes.<key>` and
 * `themes.<key>_text`.
 */
export const builtInThemes = [
  { key: 'vigil', name: 'Vigil', description: 'Evergreen and candlelight' },
  { key: 'vespers', name: 'Vespers', description: 'Dusk indigo and honey' },
  { key: 'lauds', name: 'Lauds', description: 'Morning blue and apricot' },
  { key: 'gaudete', name: 'Gaudete', description: 'Rose and slate blue' },
  { key: 'clarity', name: 'Clarity', description: 'High contrast, easiest to read' },
] as const
