import type { ImprintPages } from '../../../../contract/imprint.ts'
import { IMPRINT_SLUG } from '../../../../contract/imprint.values.ts'
import { recordAudit } from '../../../audit/audit.ts'
import type { Context } from '../../../context.ts'
import { type SeedPage, seedPages } from '../../../db/seed-content.ts'
import { check } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/implement.ts'
import { readMessages } from '../../../messages.ts'
import { lockAdmins } from '../../identity/users/users.queries.ts'
import { insertContent, updateContent } from './content.commands.ts'
import { listImprintPages } from './content.queries.ts'
import { type ImprintLabels, emptyImprint, fieldsOf, stateOf, toImprintText } from './imprint.rules.ts'

let templates: { seed: SeedPage; labels: ImprintLabels }[] | undefined

const loadTemplates = () =>
  (templates ??= seedPages()
    .filter(({ slug }) => slug === IMPRINT_SLUG)
    .map((seed) => ({
      seed,
      labels: readMessages<{ imprint: ImprintLabels }>(seed.language, 'admin_pages').imprint,
    })))

async function readStandings({ db }: Context) {
  const pages = await listImprintPages(db)
  return loadTemplates().map(({ seed, labels }) => {
    const page = pages.findLast(({ language }) => language === seed.language)
    return { seed, labels, page, state: stateOf(page, seed, labels) }
  })
}

function toAnswer(standings: Awaited<ReturnType<typeof readStandings>>): ImprintPages {
  const times = standings.flatMap(({ page }) => (page ? [page.updated_at] : []))
  const filled =
    standings.find(({ state }) => state === 'filled') ?? standings.find(({ page }) => page && fieldsOf(page))
  return {
    fields: (filled?.page && fieldsOf(filled.page)) ?? emptyImprint,
    pages: standings.map(({ seed, page, state }) => ({ language: seed.language, state, id: page?.id ?? null })),
    changed_at: times.toSorted().at(-1) ?? null,
  }
}

/** The imprint as a form: its pages are content like any other, with versions. */
export const imprint = {
  'imprint.read': async ({ ctx }) => toAnswer(await readStandings(ctx)),

  'imprint.write': async ({ ctx, viewer, input: { replace = [], changed_at, ...fields } }) => {
    await lockAdmins(ctx)
    const before = await readStandings(ctx)
    check(changed_at === undefined || changed_at === toAnswer(before).changed_at, 'content.changed')
    const written: string[] = []
    for (const { seed, labels, page, state } of before) {
      if (state === 'own' && !replace.includes(seed.language)) continue
      const text = { title: seed.title, content: toImprintText(seed, labels, fields) }
      const metadata = { ...page?.metadata, [IMPRINT_SLUG]: fields }
      if (page === undefined) {
        const { content_type, slug, language } = seed
        written.push(
          await insertContent(ctx, viewer, { ...text, content_type, slug, language, metadata, status: 'published' }),
        )
      } else if (page.content !== text.content || page.title !== text.title || page.status !== 'published') {
        await updateContent(ctx, viewer, page, { ...text, metadata, status: 'published' })
        written.push(page.id)
      }
    }
    const [first] = written
    if (first === undefined) return toAnswer(before)
    // One act, whatever the number of languages, and without the words: they stand on the page.
    await recordAudit(ctx, viewer.id, {
      action: 'content.edit',
      target_type: 'content',
      target_id: first,
      detail: { slug: IMPRINT_SLUG, status: 'published' },
    })
    return toAnswer(await readStandings(ctx))
  },
} satisfies Handlers<'imprint'>
