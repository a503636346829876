import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useId, useRef, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { MAX_SITE_NAME_LENGTH, MAX_SITE_SENTENCE_LENGTH } from '../../../../contract/settings.values.ts'
import type { Theme } from '../../../../contract/themes.ts'
import { BrandPicture } from '../../../layout/Brand.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Button, ButtonLink } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { toDraft } from './draft.ts'
import { proposeColors, readPixels, toLogo, toThree } from './logoPicture.ts'
import { OursPreviews } from './OursPreview.tsx'
import { type ThreeColors, threeKeys } from './threeColors.ts'
import { type OursDraft, useOurs } from './useOurs.ts'
import buttonStyles from '../../../ui/Button.module.css'
import saveBarStyles from '../../../layout/SaveBar.module.css'
import styles from './Ours.module.css'

/** Chooses a logo, and proposes three colours from it while none were chosen. */
function LogoChoice({ editing }: { editing: OursDraft }) {
  const t = useTranslations('ours')
  const { ours, hasNewColors, set } = editing
  const input = useRef<HTMLInputElement>(null)
  const [isUnreadable, setUnreadable] = useState(false)

  async function take(file: File): Promise<void> {
    try {
      const logo = await toLogo(file)
      setUnreadable(false)
      set({ logo, ...(!hasNewColors && toThree(proposeColors(await readPixels(logo)))) })
    } catch {
      setUnreadable(true)
    }
  }
  return (
    <>
      <CardTitle>{t('tab_logo')}</CardTitle>
      <div className={styles.logo}>
        <span className={styles.frame}>
          <BrandPicture logo={ours.logo || null} />
        </span>
        <div className="stack stack--tight">
          <div className="row row--tight">
            <Button size="small" onClick={() => input.current?.click()}>
              <Icon name="palette" />
              {t(ours.logo === '' ? 'choose_picture' : 'other_picture')}
            </Button>
            {ours.logo !== '' && (
              <Button ref={keepFocus} size="small" onClick={() => set({ logo: '' })}>
                {t('no_logo')}
              </Button>
            )}
          </div>
          <p className="small secondary">{t('logo_text')}</p>
        </div>
      </div>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label={t('choose_picture')}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // So that the same file can be chosen again.
          target.value = ''
          if (file) void take(file)
        }}
      />
      <FailureNote title={isUnreadable ? t('unreadable') : null} />
    </>
  )
}

/** The colours of the logo. Each press gives one to the colour that was chosen last. */
function LogoColors({ editing, active }: { editing: OursDraft; active: keyof ThreeColors }) {
  const t = useTranslations('ours')
  const { ours, set } = editing
  const [colors, setColors] = useState<string[]>([])
  useEffect(() => {
    let isCurrent = true
    const pixels = ours.logo === '' ? Promise.resolve(new Uint8ClampedArray()) : readPixels(ours.logo)
    void pixels.then(
      (found) => isCurrent && setColors(proposeColors(found)),
      () => isCurrent && setColors([]),
    )
    return () => {
      isCurrent = false
    }
  }, [ours.logo])
  if (colors.length === 0) return null
  return (
    <fieldset className={styles.fromLogo}>
      <legend className="strong small">{t('from_logo', { name: t(active) })}</legend>
      <div className={styles.swatches}>
        {colors.map((color) => (
          <button
            key={color}
            type="button"
            style={{ background: color }}
            aria-label={t('use_color', { color, name: t(active) })}
            aria-pressed={color === ours[active]}
            onClick={() => set({ [active]: color })}
          />
        ))}
      </div>
    </fieldset>
  )
}

function Words({ ours, set }: Pick<OursDraft, 'ours' | 'set'>) {
  const t = useTranslations('ours')
  return (
    <>
      <CardTitle>{t('words')}</CardTitle>
      <Field
        label={t('name')}
        value={ours.name}
        maxLength={MAX_SITE_NAME_LENGTH}
        dir="auto"
        autoComplete="off"
        onChange={({ target }) => set({ name: target.value })}
      />
      <TextAreaField
        label={t('sentence')}
        value={ours.sentence}
        maxLength={MAX_SITE_SENTENCE_LENGTH}
        rows={2}
        dir="auto"
        // It is one line wherever it stands.
        onChange={({ target }) => set({ sentence: target.value.replaceAll('\n', ' ') })}
      />
    </>
  )
}

/** Says that everything can be read, and which colours were changed for that. */
function Readable({ changed }: Pick<OursDraft, 'changed'>) {
  const t = useTranslations('ours')
  const format = useFormatter()
  const namesOf = (names: typeof changed) => format.list(names.map((key) => t(key)))
  const darker = changed.filter((key) => key !== 'paper')
  const lighter = changed.filter((key) => key === 'paper')
  return (
    <output className="small iconline">
      <Icon name="okcircle" />
      <span>
        {t('readable')} {darker.length > 0 && t('made_darker', { names: namesOf(darker) })}{' '}
        {lighter.length > 0 && t('made_lighter', { names: namesOf(lighter) })}
      </span>
    </output>
  )
}

function Colors({ editing, theme }: { editing: OursDraft; theme: Theme }) {
  const t = useTranslations('ours')
  const [active, setActive] = useState<keyof ThreeColors>('main')
  const { ours, colors, changed, hasNewColors, set } = editing
  const id = useId()
  const byHand = { ...toDraft({ ...theme, colors }), name: hasNewColors ? ours.name : '', description: '' }
  return (
    <>
      <CardTitle>{t('colors')}</CardTitle>
      <ul className={styles.colors}>
        {threeKeys.map((key) => (
          <li key={key}>
            <input
              id={id + key}
              type="color"
              value={ours[key].toLowerCase()}
              onFocus={() => setActive(key)}
              onClick={() => setActive(key)}
              onChange={({ target }) => set({ [key]: target.value.toUpperCase() })}
            />
            <span>
              <b className="strong">{t(key)}</b>
              <span className="small secondary">{t(`${key}_text`)}</span>
            </span>
            <label
              htmlFor={id + key}
              className={`${buttonStyles.button} ${buttonStyles.secondary} ${buttonStyles.small}`}
            >
              <span aria-hidden="true">{t('choose')}</span>
              <span className="vh">{t('choose_color', { name: t(key) })}</span>
            </label>
          </li>
        ))}
      </ul>
      <LogoColors editing={editing} active={active} />
      {hasNewColors && <Readable changed={changed} />}
      <div>
        <ButtonLink variant="text" size="small" to="/admin/themes/new" state={{ draft: byHand }}>
          {t('by_hand')}
        </ButtonLink>
      </div>
    </>
  )
}

const parts = ['logo', 'words', 'colors'] as const

function Maker({ theme }: { theme: Theme }) {
  const t = useTranslations('ours')
  const editing = useOurs(theme)
  const [part, setPart] = useState<string>('colors')
  const shown = useDeferredValue(editing)
  return (
    <>
      <div className={styles.maker}>
        <OursPreviews ours={shown.ours} colors={shown.colors} theme={theme} />
        <div className={styles.tabs}>
          <Segmented
            label={t('parts')}
            value={part}
            onChange={setPart}
            options={parts.map((one) => [one, t(`tab_${one}`)])}
          />
        </div>
        <div className={styles.parts}>
          {parts.map((one) => (
            <Card as="section" key={one} className="stack" data-shown={one === part || undefined}>
              {one === 'logo' && <LogoChoice editing={editing} />}
              {one === 'words' && <Words ours={editing.ours} set={editing.set} />}
              {one === 'colors' && <Colors editing={editing} theme={theme} />}
            </Card>
          ))}
        </div>
      </div>
      <FailureNote title={editing.failure}>{t('kept')}</FailureNote>
      <div className={saveBarStyles.bar}>
        <span className={`small secondary ${styles.state}`}>{t(editing.isChanged ? 'draft' : 'in_use')}</span>
        {editing.isChanged && (
          <>
            <Button onClick={editing.discard}>{t('discard')}</Button>
            <Button
              variant="primary"
              aria-disabled={editing.isPending || undefined}
              onClick={() => void editing.publish(t('is_published'))}
            >
              {t('publish')}
            </Button>
          </>
        )}
      </div>
    </>
  )
}

function OursPage() {
  const t = useTranslations('ours')
  const query = useQuery({ ...endpointQuery('themes.default', {}), refetchOnWindowFocus: false })
  return (
    <div className="stack">
      <Title>{t('title')}</Title>
      <PageHead title={t('title')} lead={t('lead')}>
        <ButtonLink to="/admin/themes">{t('themes')}</ButtonLink>
      </PageHead>
      {query.data ? <Maker theme={query.data} /> : <QueryStatus query={query} />}
    </div>
  )
}

/** Here a community makes the site its own: its logo, name and words, and three colours from which a whole theme follows. */
export default withMessages(OursPage, 'admin_look')
