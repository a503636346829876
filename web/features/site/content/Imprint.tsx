import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Imprint as Fields, ImprintPages } from '../../../../contract/imprint.ts'
import {
  IMPRINT_SLUG,
  MAX_IMPRINT_ADDRESS_LENGTH,
  MAX_IMPRINT_LINES_LENGTH,
  MAX_IMPRINT_LINE_LENGTH,
} from '../../../../contract/imprint.values.ts'
import { languageNames, localeOf } from '../../../../contract/languages.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { choosing } from '../../../layout/NewerVersion.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { mergeParts } from './contentFields.ts'
import { useRefreshPages } from './useRefreshPages.ts'

const imprintQuery = endpointQuery('imprint.read', {}, true)

const fieldNames = ['who', 'address', 'reach', 'answers', 'register'] as const
/** Fields of several lines, with their longest length. */
const areas: Partial<Record<keyof Fields, number>> = {
  address: MAX_IMPRINT_ADDRESS_LENGTH,
  reach: MAX_IMPRINT_LINES_LENGTH,
  register: MAX_IMPRINT_LINES_LENGTH,
}

/** The languages of a state, in words. */
function useLanguagesIn({ pages }: ImprintPages, state: ImprintPages['pages'][number]['state']) {
  const list = new Intl.ListFormat(localeOf(useLocale()))
  const languages = pages.filter((page) => page.state === state).map(({ language }) => language)
  return { languages, names: list.format(languages.map((language) => languageNames[language])) }
}

function ImprintForm({ loaded }: { loaded: ImprintPages }) {
  const t = useTranslations('imprint')
  const write = useTranslations('write')
  const refreshPages = useRefreshPages()
  const kept = useKeptWords('imprint', loaded.fields, loaded.changed_at)
  const { words: fields, base } = kept
  const { run, isPending, failure, setFailure } = useEndpointMutation({ invalidates: ['imprint.read'], waits: true })
  const guard = useUnsavedChangesGuard(kept.isChanged, () => kept.begin(loaded.fields, loaded.changed_at))
  const own = useLanguagesIn(loaded, 'own')

  async function save(replace: ImprintPages['pages'][number]['language'][] = []) {
    const input = { ...fields, replace, changed_at: kept.version }
    const saved = await run('imprint.write', input, { done: t('saved') })
    if (saved === null) return
    kept.begin(saved.fields, saved.changed_at)
    await refreshPages()
  }
  /** Goes on from what somebody else saved: theirs where nothing was typed here. */
  function keepMine() {
    kept.begin(loaded.fields, loaded.changed_at, mergeParts(base, fields, loaded.fields))
    setFailure(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  /** Says what somebody else saved in a field meanwhile. */
  const hintOf = (name: keyof Fields): string | undefined =>
    loaded.fields[name] === base[name] || loaded.fields[name] === fields[name]
      ? {
          who: t('who_hint'),
          address: undefined,
          reach: undefined,
          answers: t('answers_hint'),
          register: t('register_hint'),
        }[name]
      : t('theirs', { text: loaded.fields[name] })
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <FailureNote failure={failure} title={failure}>
        {write('kept')} {kept.isOutdated && <Button onClick={choosing(keepMine)}>{t('mine')}</Button>}
      </FailureNote>
      <UnsavedChangesNote guard={guard} />
      {own.languages.length > 0 && (
        <Note icon="file" title={t('own', { languages: own.names })}>
          {t('own_text')}{' '}
          <Button aria-disabled={isPending || undefined} onClick={() => void save(own.languages)}>
            {t('replace')}
          </Button>
        </Note>
      )}
      <Card className="stack">
        {fieldNames.map((name) => {
          const shared = {
            label: t(name),
            hint: hintOf(name),
            readOnly: isPending,
            value: fields[name],
            dir: 'auto',
            autoComplete: 'off',
            onChange: ({ target }: { target: { value: string } }) => kept.change({ ...fields, [name]: target.value }),
          } as const
          const max = areas[name]
          return max === undefined ? (
            <Field key={name} {...shared} maxLength={MAX_IMPRINT_LINE_LENGTH} />
          ) : (
            <TextAreaField key={name} {...shared} rows={3} maxLength={max} />
          )
        })}
        <div className="row">
          <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
            {t('save')}
          </Button>
          <ButtonLink variant="text" to={`/content/${IMPRINT_SLUG}`}>
            {t('see')}
          </ButtonLink>
        </div>
      </Card>
    </form>
  )
}

function ImprintPage() {
  const t = useTranslations()
  const query = useQuery(imprintQuery)
  return (
    <>
      <Title>{t('imprint.title')}</Title>
      <BackLink to="/admin/content">{t('places.pages')}</BackLink>
      <PageHead title={t('imprint.title')} lead={t('imprint.lead')} />
      {query.data ? <ImprintForm loaded={query.data} /> : <QueryStatus query={query} />}
    </>
  )
}

/** Asks who runs the site, in five fields for the pages of all languages. */
export default withMessages(ImprintPage, 'admin_pages')
