import { useTranslations } from 'use-intl'
import { directionOf } from '../../../../contract/languages.ts'
import fieldStyles from '../../../ui/Field.module.css'
import Banner from '../../community/notifications/Banner.tsx'
import type { Fields, Text } from './announcementFields.ts'
import styles from './Announcement.module.css'

const widths = { phone: styles.phone, computer: styles.computer }

/** The banner as readers see it, on a phone and on a computer. Nothing in it can be pressed. */
export function AnnouncementPreview({
  text: { language, title, content },
  type,
}: {
  text: Text
  type: Fields['notification_type']
}) {
  const t = useTranslations('announcements')
  const shown = {
    id: language,
    title,
    content,
    type,
    dismissible: true,
    auto_hide: false,
    auto_hide_delay: 0,
    shown_until: null,
  }
  return (
    <div className="stack">
      {(['phone', 'computer'] as const).map((device) => (
        <div key={device} className={fieldStyles.field}>
          <span className={fieldStyles.hint}>{t(device)}</span>
          <div className={widths[device]} dir={directionOf(language)}>
            <div lang={language} inert>
              <Banner notifications={[shown]} />
            </div>
          </div>
        </div>
      ))}
    </div>
  )
}
