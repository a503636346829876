import { useTranslations } from 'use-intl'
import { MAX_PAGE_TITLE_LENGTH, MAX_SLUG_LENGTH, contentTypes } from '../../../../contract/content.values.ts'
import { Field, Labelled } from '../../../ui/Field.tsx'
import { slugify } from './markup.ts'
import { slugFor, type ContentFields } from './contentFields.ts'
import { Card } from '../../../ui/Card.tsx'
import { LanguageOptions, Options, Select } from '../../../ui/Select.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import adminShellStyles from '../../../layout/AdminShell.module.css'

/** Announcements are written on a page of their own. */
const pageTypes = contentTypes.filter((type) => type !== 'notification')

interface Props {
  words: ContentFields
  set: (part: Partial<ContentFields>) => void
  /** Returns the error text of a field. */
  errorFor: (path: string) => string | undefined
}

/** Edits the fields of a page beside its text. */
export function PageFields({ words, set, errorFor }: Props) {
  const t = useTranslations('admin')
  const editor = useTranslations('editor')
  const nav = useTranslations('nav')
  return (
    <Card as="section" tight className="stack">
      <div className={adminShellStyles.fields}>
        <Field
          label={t('title')}
          value={words.title}
          maxLength={MAX_PAGE_TITLE_LENGTH}
          required
          dir="auto"
          error={errorFor('title')}
          onChange={(event) => set({ title: event.target.value })}
        />
        <Field
          label={t('address')}
          value={words.slug}
          placeholder={slugify(words.title)}
          maxLength={MAX_SLUG_LENGTH}
          dir="ltr"
          hint={`/content/${slugFor(words)} – ${editor('address_help')}`}
          error={errorFor('slug')}
          onChange={(event) => set({ slug: event.target.value })}
        />
        <Labelled label={t('type')}>
          <Select
            value={words.content_type}
            onChange={(event) => set({ content_type: event.target.value as ContentFields['content_type'] })}
          >
            <Options of={pageTypes.map((kind) => [kind, t(kind)])} />
          </Select>
        </Labelled>
        <Labelled label={nav('language')}>
          <Select
            value={words.language}
            onChange={(event) => set({ language: event.target.value as ContentFields['language'] })}
          >
            <LanguageOptions />
          </Select>
        </Labelled>
      </div>
      <Checkbox checked={words.featured} onChange={(featured) => set({ featured })}>
        {t('featured')} <span className="muted small">{t('featured_text')}</span>
      </Checkbox>
    </Card>
  )
}
