import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { withMessages } from '../../../layout/FormMessages.tsx'
import prayerStyles from './Prayer.module.css'

const help = (words: ReactNode) => <Link to="/help-now">{words}</Link>

function Line() {
  const t = useTranslations('care')
  return <p className={`small secondary ${prayerStyles.helpLine}`}>{t.rich('quiet', { help })}</p>
}

/** Offers help to whoever writes, or wrote, what is perhaps about danger, in one quiet line. */
export default withMessages(Line, 'care')
