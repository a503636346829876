import { z } from 'zod'
import type { Db } from '../db/open.ts'
import { readStoredSetting } from '../db/settings-cache.ts'

/** The key under which the logo is stored. It is no setting that is read or written like others. */
export const LOGO_SETTING = 'logo'

/** The logo of the site. `version`: part of its address, and another one for another picture; `side`: pixels. */
export const StoredLogo = z.object({ png: z.string(), version: z.string(), side: z.int() })

export interface Logo {
  png: Buffer
  version: string
  side: number
}

/** Returns the logo that administrators set; undefined while the site shows the arch. */
export async function readLogo(db: Db): Promise<Logo | undefined> {
  const row = await readStoredSetting(db, LOGO_SETTING)
  const stored = StoredLogo.safeParse(row?.value).data
  return stored && { ...stored, png: Buffer.from(stored.png, 'base64') }
}

/** The address of a logo on the site. A copy may be kept for ever. */
export const logoAddress = ({ version }: Pick<Logo, 'version'>): string => `/logo/${version}.png`
