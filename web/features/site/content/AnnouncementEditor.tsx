import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Announcement } from '../../../../contract/announcements.ts'
import {
  MAX_PAGE_LENGTH,
  MAX_PAGE_TITLE_LENGTH,
  audiences,
  notificationTypes,
} from '../../../../contract/content.values.ts'
import type { Language } from '../../../../contract/fields.ts'
import { languageNames } from '../../../../contract/languages.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { choosing } from '../../../layout/NewerVersion.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useKeptWords } from '../../../useKeptWords.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import adminShellStyles from '../../../layout/AdminShell.module.css'
import saveBarStyles from '../../../layout/SaveBar.module.css'
import { call } from '../../../api.ts'
import { Title } from '../../../site.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Field, Labelled } from '../../../ui/Field.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import { Icon } from '../../../ui/Icon.tsx'
import { Note } from '../../../ui/Note.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { Options, Select } from '../../../ui/Select.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { AnnouncementPreview } from './AnnouncementPreview.tsx'
import { emptyText, isEmpty, mergeFields, toFields, type Fields, type Text } from './announcementFields.ts'
import { announcementsQuery } from './Announcements.tsx'
import styles from './Announcement.module.css'

interface TextProps {
  text: Text
  isFirst: boolean
  /** True after an attempt to save. */
  isTried: boolean
  /** True while no word is taken. */
  isSending: boolean
  onChange: (part: Partial<Text>) => void
  onRemove: () => void
}

/** The words of one language. They are plain: what looks like markup is offered nowhere. */
function TextFields({ text, isFirst, isTried, isSending, onChange, onRemove }: TextProps) {
  const t = useTranslations()
  const name = languageNames[text.language]
  const heading = useId()
  const wrong = (value: string) => (isTried && value.trim() === '' ? t('field.required') : undefined)
  return (
    <Card as="section" ref={keepFocus} aria-labelledby={heading} tight className="stack">
      <div className="row">
        <CardTitle id={heading}>
          <span lang={text.language}>{name}</span>
        </CardTitle>
        {!isFirst && (
          <Button variant="text" onClick={onRemove}>
            {t('announcements.remove', { language: name })}
          </Button>
        )}
      </div>
      {isFirst && <p className="small muted">{t('announcements.first')}</p>}
      <Field
        label={t('admin.title')}
        value={text.title}
        lang={text.language}
        dir="auto"
        maxLength={MAX_PAGE_TITLE_LENGTH}
        required
        readOnly={isSending}
        error={wrong(text.title)}
        onChange={({ target }) => onChange({ title: target.value })}
      />
      <TextAreaField
        label={t('admin.text')}
        value={text.content}
        lang={text.language}
        dir="auto"
        rows={4}
        maxLength={MAX_PAGE_LENGTH}
        required
        readOnly={isSending}
        error={wrong(text.content)}
        onChange={({ target }) => onChange({ content: target.value })}
      />
    </Card>
  )
}

/** Kind, audience and time, which all languages share. */
function SharedFields({
  fields,
  isForOne,
  zone,
  isTooSoon,
  onChange,
}: {
  fields: Fields
  isForOne: boolean
  zone: string
  isTooSoon: string | undefined
  onChange: (part: Partial<Fields>) => void
}) {
  const t = useTranslations()
  return (
    <Card as="section" tight className="stack">
      <div className={adminShellStyles.fields}>
        <Labelled label={t('admin.banner_type')}>
          <Select
            value={fields.notification_type}
            onChange={({ target }) => onChange({ notification_type: target.value as Fields['notification_type'] })}
          >
            <Options of={notificationTypes.map((type) => [type, t(`admin.${type}`)])} />
          </Select>
        </Labelled>
        {isForOne ? (
          <p className={fieldStyles.hint}>{t('editor.for_one')}</p>
        ) : (
          <Labelled label={t('editor.audience')}>
            <Select
              value={fields.audience}
              onChange={({ target }) => onChange({ audience: target.value as Fields['audience'] })}
            >
              <Options of={audiences.map((audience) => [audience, t(`editor.for_${audience}`)])} />
            </Select>
          </Labelled>
        )}
        {(['shown_from', 'shown_until'] as const).map((name) => (
          <Field
            key={name}
            type="datetime-local"
            label={t(`editor.${name}`)}
            hint={t(`announcements.${name}_hint`, { zone })}
            error={name === 'shown_until' ? isTooSoon : undefined}
            value={fields[name] ?? ''}
            onChange={({ target }) => onChange({ [name]: target.value === '' ? null : target.value })}
          />
        ))}
      </div>
    </Card>
  )
}

type Loaded = Output<'announcements.list'>

/** Shows what somebody else has saved since: `mine` goes on with one's own words. */
function TheirsNote({ theirs, mine }: { theirs: Announcement; mine: () => void }) {
  const t = useTranslations('announcements')
  const imprint = useTranslations('imprint')
  return (
    <Note kind="warning" icon="alert" title={t('theirs')}>
      {theirs.texts.map(({ language, title, content }) => (
        <span key={language} lang={language} dir="auto" className={styles.row}>
          {languageNames[language]}: {title} – {content}
        </span>
      ))}
      <Button onClick={choosing(mine)}>{imprint('mine')}</Button>
    </Note>
  )
}

/** Offers the languages that have no text yet. */
function MoreLanguages({ texts, onAdd }: { texts: Text[]; onAdd: (language: Language) => void }) {
  const t = useTranslations('announcements')
  const others = (Object.keys(languageNames) as Language[]).filter(
    (language) => !texts.some((text) => text.language === language),
  )
  if (others.length === 0) return null
  return (
    <div className="row row--tight">
      <span className="small muted">{t('more')}</span>
      {others.map((language) => (
        <Chip key={language} offered onClick={() => onAdd(language)}>
          <Icon name="plus" />
          {t('add', { language: languageNames[language] })}
        </Chip>
      ))}
    </div>
  )
}

/** Shows the texts as readers will see them. */
function Preview({ fields: { texts, notification_type } }: { fields: Fields }) {
  const t = useTranslations('admin')
  const written = texts.filter((text) => !isEmpty(text))
  if (written.length === 0) return null
  return (
    <Card as="section" tight className="stack">
      <CardTitle>{t('preview')}</CardTitle>
      {written.map((text) => (
        <AnnouncementPreview key={text.language} text={text} type={notification_type} />
      ))}
    </Card>
  )
}

function EditorForm({ item, place }: { item: Announcement | undefined; place: Loaded }) {
  const t = useTranslations()
  const navigate = useNavigate()
  const form = useRef<HTMLFormElement>(null)
  const saved = toFields(item, place)
  const kept = useKeptWords(`announcement:${item?.id ?? 'new'}`, saved, item?.changed_at)
  const fields = kept.words
  const [isTried, setIsTried] = useState(false)
  const [isTooSoon, setIsTooSoon] = useState<string>()
  const { run, perform, isPending, failure, setFailure } = useEndpointMutation({
    draft: kept.place,
    invalidates: ['announcements.list', 'content.manage_list', 'content.list', 'notifications.active'],
    waits: true,
  })
  const guard = useUnsavedChangesGuard(kept.isChanged, () => kept.begin(saved, item?.changed_at))
  const change = (part: Partial<Fields>) => {
    // Sent already: what is written or chosen now would go with the answer.
    if (!isPending) kept.change({ ...fields, ...part })
  }
  const changeText = (language: Language, part: Partial<Text>) =>
    change({ texts: fields.texts.map((text) => (text.language === language ? { ...text, ...part } : text)) })
  const isShown = item !== undefined && item.state !== 'draft'

  async function save(published: boolean) {
    // A language that was added and left empty is none.
    const texts = fields.texts.filter((text, index) => index === 0 || !isEmpty(text))
    change({ texts })
    setIsTried(true)
    setIsTooSoon(undefined)
    if (texts.some(({ title, content }) => title.trim() === '' || content.trim() === '')) {
      form.current?.querySelector<HTMLElement>('input:invalid, textarea:invalid')?.focus()
      return
    }
    const known = item && { id: item.id, changed_at: kept.version ?? item.changed_at }
    const written = await run(
      'announcements.write',
      { ...fields, texts, published, ...known },
      {
        idempotent: item === undefined,
        // One whose end has passed is shown to nobody.
        done: ({ state }) => t(published && state !== 'over' ? 'announcements.published' : 'announcements.saved'),
        onError: ({ code }, reason) => code === 'content.ends_too_soon' && setIsTooSoon(reason),
      },
    )
    if (!written) return
    kept.begin(fields)
    await navigate('/admin/announcement')
  }
  function keepMine() {
    kept.begin(saved, item?.changed_at, mergeFields(kept.base, fields, saved))
    setFailure(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save(true)
  }
  async function remove() {
    // oxlint-disable-next-line no-alert -- the native dialog works with keyboard and screen reader everywhere
    if (!item || !confirm(t('announcements.sure'))) return
    const ids = item.texts.map(({ id }) => id)
    const done = t('announcements.deleted')
    if (!(await perform(() => doneIfGone(call('content.manage_many', { ids, act: 'delete' })), { done }))) return
    kept.begin(fields)
    await navigate('/admin/announcement')
  }
  return (
    <form ref={form} className="stack" noValidate onSubmit={submit}>
      <PageHead title={item ? <bdi>{item.texts[0]?.title}</bdi> : t('announcements.new')}>
        {item && <Badge>{t(`announcements.${item.state}`)}</Badge>}
      </PageHead>
      <FailureNote failure={failure} title={failure}>
        {t('write.kept')}
      </FailureNote>
      {item && kept.isOutdated && <TheirsNote theirs={item} mine={keepMine} />}
      <UnsavedChangesNote guard={guard} />
      <div className={styles.texts}>
        {fields.texts.map((text, index) => (
          <TextFields
            key={text.language}
            text={text}
            isFirst={index === 0}
            isTried={isTried}
            isSending={isPending}
            onChange={(part) => changeText(text.language, part)}
            onRemove={() => change({ texts: fields.texts.filter((one) => one !== text) })}
          />
        ))}
      </div>
      <MoreLanguages
        texts={fields.texts}
        onAdd={(language) => change({ texts: [...fields.texts, emptyText(language)] })}
      />
      <SharedFields
        fields={fields}
        isForOne={item?.is_for_one === true}
        zone={fields.time_zone ?? place.time_zone}
        isTooSoon={isTooSoon}
        onChange={change}
      />
      <Preview fields={fields} />
      <div className={saveBarStyles.bar}>
        {item && (
          <Button variant="danger" aria-disabled={isPending || undefined} onClick={() => void remove()}>
            <Icon name="trash" />
            {t('admin.delete')}
          </Button>
        )}
        <span className="grow" />
        <Button aria-disabled={isPending || undefined} onClick={() => void save(false)}>
          {t(isShown ? 'admin.unpublish' : 'admin.save_draft')}
        </Button>
        <Button type="submit" variant="primary" aria-disabled={isPending || undefined}>
          {t(isShown ? 'admin.save' : 'admin.publish')}
        </Button>
      </div>
    </form>
  )
}

function Load({ id }: { id: string }) {
  const t = useTranslations()
  const query = useQuery({ ...announcementsQuery, refetchOnMount: 'always' })
  const loaded = query.data?.items.find(({ texts }) => texts.some((text) => text.id === id))
  // Stays open, with the words of its form, when somebody else deletes it meanwhile.
  const [found, setFound] = useState<Announcement>()
  if (loaded && query.isFetchedAfterMount && loaded !== found) setFound(loaded)
  const item = loaded ?? found
  const isReady = query.data !== undefined && (query.isFetchedAfterMount || found !== undefined)
  return (
    <>
      <Title>{t('announcements.title')}</Title>
      <BackLink to="/admin/announcement">{t('announcements.title')}</BackLink>
      {!(isReady && (item ?? id === 'new')) && <PageHead title={t('announcements.title')} />}
      {!isReady && <QueryStatus query={query} />}
      {isReady && !item && id !== 'new' && <Note kind="error" icon="error" title={t('announcements.gone')} />}
      {isReady && (item ?? id === 'new') && <EditorForm item={item} place={query.data} />}
    </>
  )
}

/** Writes an announcement in all its languages; `id` is that of any of its texts, or `new`. */
export default function AnnouncementEditor({ id }: { id: string }) {
  return (
    <FormMessages area="admin_pages">
      <Load key={id} id={id} />
    </FormMessages>
  )
}
