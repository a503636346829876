import { useTranslations } from 'use-intl'
import { audiences, notificationTypes } from '../../../../contract/content.values.ts'
import { Field, Labelled } from '../../../ui/Field.tsx'
import type { ContentFields } from './contentFields.ts'
import { Select } from '../../../ui/Select.tsx'
import { Checkbox } from '../../../ui/Checkbox.tsx'
import fieldStyles from '../../../ui/Field.module.css'
import adminShellStyles from '../../../layout/AdminShell.module.css'

/** In milliseconds. */
const delays = [5000, 10_000, 20_000, 30_000, 60_000]
const DEFAULT_DELAY_MS = 5000

/** Converts an ISO time to the value of a `datetime-local` field in the reader's time zone. */
export function toLocalInput(iso: string | null | undefined): string {
  if (!iso) return ''
  const date = new Date(iso)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const fromLocalInput = (local: string): string | null => (local === '' ? null : new Date(local).toISOString())

interface Props {
  words: ContentFields
  set: (part: Partial<ContentFields>) => void
  /** Error text of the end time. */
  endError: string | undefined
}

/** Edits the appearance, audience and schedule of an announcement. */
export function BannerFields({ words, set, endError }: Props) {
  const t = useTranslations('admin')
  const editor = useTranslations('editor')
  const { metadata } = words
  const change = (part: ContentFields['metadata']) => set({ metadata: { ...metadata, ...part } })
  return (
    <>
      <div className={adminShellStyles.fields}>
        <Labelled label={t('banner_type')}>
          <Select
            value={metadata.notification_type ?? 'announcement'}
            onChange={(event) =>
              change({ notification_type: event.target.value as (typeof notificationTypes)[number] })
            }
          >
            {notificationTypes.map((banner) => (
              <option key={banner} value={banner}>
                {t(banner)}
              </option>
            ))}
          </Select>
        </Labelled>
        <Checkbox checked={metadata.dismissible ?? true} onChange={(dismissible) => change({ dismissible })}>
          {t('dismissible')}
        </Checkbox>
        <Checkbox checked={metadata.auto_hide ?? false} onChange={(auto_hide) => change({ auto_hide })}>
          {t('auto_hide')}
        </Checkbox>
        {metadata.auto_hide === true && (
          <Labelled label={editor('hide_after')}>
            <Select
              value={metadata.auto_hide_delay ?? DEFAULT_DELAY_MS}
              onChange={(event) => change({ auto_hide_delay: Number(event.target.value) })}
            >
              {[...new Set([...delays, metadata.auto_hide_delay ?? DEFAULT_DELAY_MS])].map((delay) => (
                <option key={delay} value={delay}>
                  {editor('seconds', { count: Math.round(delay / 1000) })}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
      </div>
      <div className={adminShellStyles.fields}>
        {metadata.user_id ? (
          <p className={fieldStyles.hint}>{editor('for_one')}</p>
        ) : (
          <Labelled label={editor('audience')}>
            <Select
              value={metadata.audience ?? 'everybody'}
              onChange={(event) => change({ audience: event.target.value as (typeof audiences)[number] })}
            >
              {audiences.map((audience) => (
                <option key={audience} value={audience}>
                  {editor(`for_${audience}`)}
                </option>
              ))}
            </Select>
          </Labelled>
        )}
        <Field
          type="datetime-local"
          label={editor('shown_from')}
          hint={editor('shown_from_help')}
          value={toLocalInput(metadata.shown_from)}
          onChange={(event) => change({ shown_from: fromLocalInput(event.target.value) })}
        />
        <Field
          type="datetime-local"
          label={editor('shown_until')}
          hint={editor('shown_until_help')}
          error={endError}
          value={toLocalInput(metadata.shown_until)}
          onChange={(event) => change({ shown_until: fromLocalInput(event.target.value) })}
        />
      </div>
    </>
  )
}
