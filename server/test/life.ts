import { readFileSync } from 'node:fs'
import path from 'node:path'
import { displayName } from '../../contract/users.ts'
import { NewPrayer } from '../../contract/prayers.ts'
import type { Context } from '../context.ts'
import { makePrayer, makeUpdate, makeUser } from './make.ts'

/** A moment at which a page is rendered and hydrated. Times are ISO 8601, zones IANA names. */
export interface Moment {
  server_now: string
  browser_now?: string
  browser_tz: string
  browser_locale?: string
  /** Says when the newest request was written. */
  created_at: string
  why: string
}

const read = <Entry>(name: string): Entry[] =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, 'reallife', `${name}.json`), 'utf8')) as Entry[]

export const readMoments = (): Moment[] => read<Moment>('clocks')

/** Lets people with names as life has them write requests and answers as life has them, as far as the site takes them. */
export async function fillWithLife(ctx: Context): Promise<void> {
  const names = read<{ name: string }>('names').flatMap(({ name }) => displayName.safeParse(name).data ?? [])
  const texts = read<{ text: string }>('texts').flatMap(
    ({ text }) => NewPrayer.safeParse({ content: text }).data?.content ?? [],
  )
  for (const [index, display_name] of names.entries()) {
    const author = await makeUser(ctx, { display_name })
    const content = texts[index % texts.length] ?? ''
    const id = await makePrayer(ctx, author, { content })
    if (index % 3 === 0) await makeUpdate(ctx, author, id, { content, status: 'answered' })
  }
}
