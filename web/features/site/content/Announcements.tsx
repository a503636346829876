import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import type { Announcement } from '../../../../contract/announcements.ts'
import { languageNames } from '../../../../contract/languages.ts'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { endpointQuery } from '../../../query.ts'
import { Title } from '../../../site.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { ButtonLink } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { formatterIn } from '../../../ui/formatterIn.ts'
import { Icon } from '../../../ui/Icon.tsx'
import { BackLink, PageHead } from '../../../ui/PageHead.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import tableStyles from '../../../ui/Table.module.css'
import styles from './Announcement.module.css'

export const announcementsQuery = endpointQuery('announcements.list', {}, true)

const tones = { shown: 'success', planned: 'info', draft: 'accent', over: undefined } as const

function Row({ item }: { item: Announcement }) {
  const t = useTranslations('announcements')
  const editor = useTranslations('editor')
  const format = formatterIn(useLocale(), { dateStyle: 'medium', timeStyle: 'short' }, 'UTC')
  /** Says a minute of the site's clock, `2026-05-24T18:00`. */
  const minute = (at: string) => format.format(new Date(`${at}Z`))
  const [first] = item.texts
  return (
    <tr>
      <td>
        <Link to={`/admin/announcement/${item.id}`} dir="auto" lang={first?.language}>
          {first?.title}
        </Link>
      </td>
      <td data-label={t('languages')}>
        <span className={styles.row}>
          {item.texts.map(({ language }) => (
            <span key={language} lang={language}>
              {languageNames[language]}
            </span>
          ))}
        </span>
      </td>
      <td data-label={editor('audience')}>{editor(item.is_for_one ? 'for_one' : `for_${item.audience}`)}</td>
      <td>
        <Badge tone={tones[item.state]}>{t(item.state)}</Badge>{' '}
        <span className="small muted" suppressHydrationWarning>
          {item.state === 'planned' && item.shown_from !== null && t('from', { time: minute(item.shown_from) })}
          {item.state === 'shown' && item.shown_until !== null && t('until', { time: minute(item.shown_until) })}
        </span>
      </td>
    </tr>
  )
}

function List() {
  const t = useTranslations()
  const query = useQuery(announcementsQuery)
  return (
    <>
      <Title>{t('announcements.title')}</Title>
      <BackLink to="/admin/content">{t('places.pages')}</BackLink>
      <PageHead title={t('announcements.title')} lead={t('announcements.lead')}>
        <ButtonLink variant="primary" to="/admin/announcement/new">
          <Icon name="plus" />
          {t('announcements.new')}
        </ButtonLink>
      </PageHead>
      {!query.data && <QueryStatus query={query} />}
      {query.data?.items.length === 0 && <Nothing>{t('announcements.none')}</Nothing>}
      {query.data && query.data.items.length > 0 && (
        <Card tight className={tableStyles.box}>
          <Table cards name={t('announcements.title')}>
            <TableHead
              columns={[t('admin.title'), t('announcements.languages'), t('editor.audience'), t('admin.status')]}
            />
            <tbody>
              {query.data.items.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </tbody>
          </Table>
        </Card>
      )}
    </>
  )
}

/** The announcements that are shown, planned and over. */
export default withMessages(List, 'admin_pages')
