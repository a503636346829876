import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { beginning } from '../../../../contract/excerpt.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { MAX_THEME_NAME_LENGTH } from '../../../../contract/themes.values.ts'
import { call, type Result } from '../../../api.ts'
import { readStoredDraft, storeDraft } from '../../../storedDraft.ts'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { endpointQuery } from '../../../query.ts'
import { updateSite, useSite } from '../../../site.tsx'
import { toDraft, toInput } from './draft.ts'
import { type ThreeColors, deriveFromThree, isOfThree, readThree, threeKeys } from './threeColors.ts'

/** Holds what a community makes its own. */
export interface Ours extends ThreeColors {
  name: string
  sentence: string
  /** Its address on the site, or a data URL when it is not published yet; empty: the arch. */
  logo: string
}

const DRAFT = 'ours'
const keys = [...threeKeys, 'name', 'sentence', 'logo'] as const
/** Themes of one name are numbered up to here. */
const MAX_NUMBER = 99

/** Returns only what a draft has, whatever an earlier version left on this device. */
function readDraft(): Partial<Ours> {
  const stored = readStoredDraft(DRAFT) as Record<string, unknown>
  return Object.fromEntries(keys.flatMap((key) => (typeof stored[key] === 'string' ? [[key, stored[key]]] : [])))
}

/** Sends a logo that is a data URL, or removes the one in use when it is empty. */
const publishLogo = (logo: string): Promise<Result<{ logo: string | null }>> =>
  logo === '' ? call('logo.remove', {}) : call('logo.write', { png: logo.slice(logo.indexOf(',') + 1) })

/** Makes the theme of the three colours the default: the one that is in use when it is such a theme itself, else a new one. */
async function publishColors(
  theme: Theme,
  three: ThreeColors,
  name: string,
  keyFor: (input: unknown) => string,
): Promise<Result<Theme>> {
  const { colors } = deriveFromThree(three)
  const { id, updated_at } = theme
  const input = toInput({ ...toDraft(theme), colors, description: '' })
  if (isOfThree(theme.colors)) return await call('themes.edit', { id, updated_at, colors: input.colors })
  // Made once, however often the same is sent, also when it got a number.
  const key = keyFor([input, name])
  for (let number = 1; ; number += 1) {
    const numbered = number === 1 ? name : `${beginning(name, MAX_THEME_NAME_LENGTH - 3)} ${number}`
    const wanted = { ...input, name: numbered, is_default: true }
    const result = await call('themes.create', wanted, { idempotency_key: `${key}-${number}` })
    if (result.error?.code !== 'themes.name_taken' || number >= MAX_NUMBER) return result
  }
}

/**
 * The draft of what a community makes its own, kept on this device for the person who is signed in until it is published. `theme` is the
 * default one.
 */
export function useOurs(theme: Theme) {
  const site = useSite()
  const client = useQueryClient()
  const { perform, attemptFor, isPending, failure } = useEndpointMutation()
  const [draft, setDraft] = useState(readDraft)
  const published: Ours = {
    ...readThree(theme.colors),
    name: site.site_name,
    sentence: site.site_sentence,
    logo: site.logo ?? '',
  }
  const ours: Ours = { ...published, ...draft }
  const isChanged = (key: keyof Ours): boolean => ours[key] !== published[key]
  const hasNewColors = threeKeys.some(isChanged)
  const derived = hasNewColors ? deriveFromThree(ours) : { colors: theme.colors, changed: [] }

  function keep(next: Partial<Ours>): void {
    setDraft(next)
    storeDraft(DRAFT, Object.keys(next).length > 0 ? next : null)
  }

  /** Sends what differs, one after the other. What was taken stays so when a later one is refused, and the rest stays a draft. */
  async function sendChanges(): Promise<Result<true>> {
    for (const [key, name] of [['name', 'site_name'] as const, ['sentence', 'site_sentence'] as const]) {
      if (!isChanged(key)) continue
      const value = ours[key].trim()
      const { error } = await call('settings.write', { name, value })
      if (error) return { data: null, error }
      // An empty name is the one of the configuration, which only the server knows.
      if (name === 'site_sentence' || value !== '') updateSite({ [name]: value })
    }
    if (isChanged('logo')) {
      const { data, error } = await publishLogo(ours.logo)
      if (error) return { data: null, error }
      updateSite(data)
    }
    if (hasNewColors) {
      const name = ours.name.trim() || theme.name
      const { data, error } = await publishColors(theme, ours, name, (input) => attemptFor(input).key)
      if (error) return { data: null, error }
      client.setQueryData(endpointQuery('themes.default', {}).queryKey, data)
      void client.invalidateQueries({ queryKey: ['themes.list'] })
    }
    return { data: true, error: null }
  }

  // The buttons leave with the draft.
  function leave(): void {
    keep({})
    document.getElementById('main')?.focus({ preventScroll: true })
  }

  async function publish(done: string): Promise<void> {
    if (await perform(sendChanges, { done })) leave()
    // Somebody else may have published meanwhile: the next attempt begins with what they did.
    else void client.invalidateQueries({ queryKey: ['themes.default'] })
  }

  return {
    ours,
    isChanged: keys.some(isChanged),
    hasNewColors,
    ...derived,
    set: (part: Partial<Ours>): void => {
      // While it is published it would go with the draft.
      if (!isPending) keep({ ...draft, ...part })
    },
    discard: leave,
    publish,
    isPending,
    failure,
  }
}

export type OursDraft = ReturnType<typeof useOurs>
