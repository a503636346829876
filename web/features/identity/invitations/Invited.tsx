import { useState } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslations } from 'use-intl'
import { LIST_UNDO_MS } from '../../../../contract/invitations.values.ts'
import { localeOf } from '../../../../contract/languages.ts'
import type { Output } from '../../../../contract/schemas.ts'
import { download } from '../../../layout/download.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { readNow, useNow } from '../../../time.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { PageHead } from '../../../ui/PageHead.tsx'
import { Table, TableHead } from '../../../ui/Table.tsx'
import tableStyles from '../../../ui/Table.module.css'

/** Invitations that were made together, and can be taken back together. */
export interface Made {
  list_id: string
  items: Output<'invitations.create_list'>['items']
  /** How many somebody else had invited meanwhile. */
  left_out: number
}

/** A cell of a spreadsheet. One that begins like a formula is kept from being one. */
const toCell = (text: string): string => `"${text.replace(/^[=+\-@＝＋－＠\t\r]/, "'$&").replaceAll('"', '""')}"`

interface Props {
  made: Made
  sendsMail: boolean
  onAgain: () => void
}

/** Says what became of a list: who is being written to, or the links to hand on; and how to take it back. */
export function Invited({ made: { list_id, items, left_out }, sendsMail, onAgain }: Props) {
  const t = useTranslations('invite')
  const p = useTranslations('people')
  const locale = useLocale()
  const now = useNow()
  const [until] = useState(() => Math.max(readNow(), now) + LIST_UNDO_MS)
  const canUndo = items.length > 0 && now < until
  const [gone, setGone] = useState<Output<'invitations.take_back_list'> | null>(null)
  const isGone = gone !== null
  const { run, isPending, failure } = useEndpointMutation({ invalidates: ['invitations.list'] })
  const links = items.flatMap(({ link, ...item }) => (link === null ? [] : { ...item, link }))

  async function takeBack(): Promise<void> {
    setGone((await run('invitations.take_back_list', { list_id }, { done: t('taken_back'), idempotent: true })) ?? null)
  }

  function save(): void {
    const rows = [['name', 'email', 'link'], ...links.map(({ name, email, link }) => [name, email, link])]
    const text = rows.map((row) => row.map(toCell).join(',')).join('\r\n')
    download('invitations.csv', new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  }

  const invited =
    items.length === 0 ? t('sum_known', { count: left_out }) : t(sendsMail ? 'invited_text' : 'invited_by_hand')
  const lead = gone ? `${t('taken_back_text')} ${sendsMail ? t('taken_back_sent', { count: gone.sent }) : ''}` : invited
  return (
    <>
      <PageHead title={isGone ? t('taken_back') : t('invited', { count: items.length })} lead={lead} />
      {!isGone && items.length > 0 && left_out > 0 && <p>{t('sum_known', { count: left_out })}</p>}
      {!isGone && links.length > 0 && (
        <Card tight className={tableStyles.box}>
          <Table cards name={t('links')}>
            <TableHead columns={[p('name'), p('email'), p('link')]} />
            <tbody>
              {links.map(({ id, name, email, link }) => (
                <tr key={id}>
                  <td>
                    <bdi>{name}</bdi>
                  </td>
                  <td>
                    <bdi dir="ltr">{email}</bdi>
                  </td>
                  <td className={tableStyles.more}>
                    <bdi dir="ltr">{link}</bdi>
                  </td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Card>
      )}
      {!isGone && canUndo && (
        <p className="small muted">
          {t('take_back_until', {
            time: new Intl.DateTimeFormat(localeOf(locale), { hour: 'numeric', minute: '2-digit' }).format(until),
          })}
        </p>
      )}
      <FailureNote title={t('not_taken_back')}>{failure}</FailureNote>
      <ButtonRow>
        {!isGone && links.length > 0 && (
          <Button variant="primary" onClick={save}>
            {t('save_links')}
          </Button>
        )}
        <Link to="/admin/users?part=invitations">{t('see')}</Link>
        {!isGone && canUndo && (
          <Button busy={isPending} onClick={() => void takeBack()}>
            {t('take_back_all')}
          </Button>
        )}
        <Button onClick={onAgain}>{t('again')}</Button>
      </ButtonRow>
    </>
  )
}
