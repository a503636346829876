import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useTranslations } from 'use-intl'
import type { Theme } from '../../../../contract/themes.ts'
import { customPropertyOf } from '../../../../contract/tokens.ts'
import { call } from '../../../api.ts'
import { MoveButtons } from '../../../layout/MoveButtons.tsx'
import { Nothing, QueryStatus } from '../../../layout/QueryStatus.tsx'
import { withMessages } from '../../../layout/FormMessages.tsx'
import { doneIfGone, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { moveId, useDragOrder } from '../../../layout/useDragOrder.ts'
import { Title } from '../../../site.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { CloneDialog } from './CloneDialog.tsx'
import { toDraft, toCssProperties } from './draft.ts'
import { ImportButton } from './ImportButton.tsx'
import { themesQuery, useThemes, useThemeWords } from './useThemes.ts'
import { Button } from '../../../ui/Button.tsx'
import { Card } from '../../../ui/Card.tsx'
import { Badge } from '../../../ui/Badge.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'
import { PageHead } from '../../../ui/PageHead.tsx'
import itemListStyles from '../../../layout/ItemList.module.css'
import themeTilesStyles from './ThemeTiles.module.css'

const swatches = ['primary', 'secondary', 'accent', 'success', 'warning', 'error'] as const

function Swatches({ theme }: { theme: Theme }) {
  const draft = toDraft(theme)
  return (
    <span
      className={itemListStyles.themeRowLook}
      aria-hidden="true"
      style={toCssProperties(theme.colors, draft, light)}
    >
      <span className={`${themeTilesStyles.swatch} ${itemListStyles.themeRowSwatch}`}>
        <i />
        <span>
          <i />
          <i />
          <i />
        </span>
      </span>
      <span className={itemListStyles.themeRowDots}>
        {swatches.map((key) => (
          <i key={key} style={{ background: `var(${customPropertyOf(key)})` }} />
        ))}
      </span>
    </span>
  )
}
const light = { dark: false, isLatin: true }

function List({ themes }: { themes: Theme[] }) {
  const t = useTranslations('look')
  const admin = useTranslations('admin')
  const { nameOf, descriptionOf } = useThemeWords()
  const client = useQueryClient()
  const act = useEndpointMutation({ invalidates: ['themes.list'] })
  // One after the other: a move is shown at once, and none may be left out that was made while another was on its way.
  const moving = useEndpointMutation({ invalidates: ['themes.list'], queues: true })
  const [asked, setAsked] = useState<{ what: 'clone' | 'delete'; theme: Theme } | null>(null)
  const ids = themes.map(({ id }) => id)
  const defaultTheme = themes.find(({ is_default }) => is_default) ?? themes[0]

  const save = (order: string[], doneMessage = t('is_moved')) => {
    client.setQueryData(themesQuery.queryKey, (old) =>
      old ? order.flatMap((id) => old.find((theme) => theme.id === id) ?? []) : old,
    )
    const orders = order.map((id, index) => ({ id, order: index }))
    void moving.run('themes.set_orders', { orders }, { done: doneMessage })
  }
  const dragging = useDragOrder(ids, save)

  return (
    <>
      {asked?.what !== 'delete' && <FailureNote title={act.failure ?? moving.failure} />}
      <Card as="ol" className={`${itemListStyles.list} ${itemListStyles.card}`} aria-label={t('themes')}>
        {themes.map((theme, index) => {
          const { id, is_default } = theme
          const name = nameOf(theme)
          return (
            <li
              key={id}
              ref={keepFocus}
              className={`${itemListStyles.item} ${itemListStyles.themeRow}`}
              {...dragging(id)}
            >
              <Swatches theme={theme} />
              <span className={itemListStyles.words}>
                <Link className="strong" to={`/admin/themes/${id}`} dir="auto">
                  {name}
                </Link>{' '}
                {is_default && <Badge tone="success">{t('default')}</Badge>}
                <span className={`small muted ${itemListStyles.themeRowMore}`}>
                  <bdi>{descriptionOf(theme)}</bdi>
                </span>
              </span>
              <span className={itemListStyles.themeRowActs}>
                <Button size="small" onClick={() => setAsked({ what: 'clone', theme })}>
                  {t('clone')}
                  <span className="vh"> {name}</span>
                </Button>
                {!is_default && (
                  <>
                    <Button
                      ref={keepFocus}
                      size="small"
                      onClick={() =>
                        void act.run('themes.set_default', { themeId: id }, { done: t('is_default', { name }) })
                      }
                    >
                      {t('make_default')}
                      <span className="vh"> {name}</span>
                    </Button>
                    <IconButton
                      aria-label={t('delete_one', { name })}
                      onClick={() => setAsked({ what: 'delete', theme })}
                    >
                      <Icon name="trash" />
                    </IconButton>
                  </>
                )}
              </span>
              <MoveButtons
                up={t('up', { name })}
                down={t('down', { name })}
                index={index}
                count={themes.length}
                onMove={(to) => save(moveId(ids, id, to), t('moved_to', { place: to + 1, count: themes.length }))}
              />
            </li>
          )
        })}
      </Card>
      {asked?.what === 'clone' && <CloneDialog theme={asked.theme} onClose={() => setAsked(null)} />}
      {asked?.what === 'delete' && (
        <ConfirmDialog
          title={t('delete_title', { name: nameOf(asked.theme) })}
          text={t('delete_text', { name: defaultTheme ? nameOf(defaultTheme) : '' })}
          confirm={admin('delete')}
          failure={act.failure === null ? null : { title: act.failure, text: '' }}
          isBusy={act.isPending}
          onConfirm={async () => {
            const gone = () => doneIfGone(call('themes.delete', { id: asked.theme.id }))
            return (await act.perform(gone, { done: t('is_deleted', { name: nameOf(asked.theme) }) })) !== null
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}

function ThemeManager() {
  const t = useTranslations('look')
  const failure = useTranslations('theme_failure')
  const { query, themes: data, problem } = useThemes()
  return (
    <>
      <Title>{t('themes')}</Title>
      <PageHead title={t('themes')} lead={t('lead')}>
        <ImportButton />
      </PageHead>
      {data && data.length === 0 && <Nothing>{t('none')}</Nothing>}
      {data && data.length > 0 && <List themes={data} />}
      {!data && <QueryStatus query={query} problem={problem && failure(problem)} />}
    </>
  )
}

/** Lists the themes of the site, in the order in which readers see them. */
export default withMessages(ThemeManager, 'admin_look')
