import { z } from 'zod'
import type { Schemas } from './define.ts'
import { MAX_LOGO_BYTES } from './settings.values.ts'

/** Says where the logo is served; null while the site shows the arch. The address changes with the picture. */
export const Logo = z.object({ logo: z.string().nullable() })

export const logo = {
  'logo.write': {
    input: z.strictObject({
      /** A square PNG, of which only the picture itself is kept, as base64. */
      png: z
        .string()
        .min(1)
        .max(Math.ceil(MAX_LOGO_BYTES / 3) * 4)
        .regex(/^[A-Za-z0-9+/]+={0,2}$/),
    }),
    output: Logo,
    errors: ['logo.unreadable', 'request.too_many'],
  },
  'logo.remove': { input: z.strictObject({}), output: Logo, errors: [] },
} satisfies Schemas<'logo'>
