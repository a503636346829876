import { Suspense, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import styles from './Held.module.css'

const help = (words: ReactNode) => <Link to="/help-now">{words}</Link>

function Line() {
  const t = useTranslations('care')
  return <p className={`small secondary ${styles.line}`}>{t.rich('quiet', { help })}</p>
}

/** Offers help to the author of a request that is perhaps about danger, in one quiet line. */
export default function HelpLine() {
  return (
    <Suspense>
      <FormMessages area="care">
        <Line />
      </FormMessages>
    </Suspense>
  )
}
