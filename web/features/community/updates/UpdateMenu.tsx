import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Prayer, PrayerUpdate } from '../../../../contract/prayers.ts'
import { call } from '../../../api.ts'
import { lazyPart } from '../../../layout/lazyPart.tsx'
import { invalidate } from '../../../invalidate.ts'
import { prayerQuery } from '../prayers/queries.ts'
import { Menu, MenuItem } from '../../../ui/Menu.tsx'
import updatesStyles from './Updates.module.css'

const RemoveDialog = lazyPart(() => import('../prayers/RemoveDialog.tsx'))

/** Offers the actions that the author and moderators may take on an update. */
export default function UpdateMenu({
  prayer,
  update,
  onEdit,
}: {
  prayer: Prayer
  update: PrayerUpdate
  onEdit: () => void
}) {
  const t = useTranslations()
  const client = useQueryClient()
  const [removing, setRemoving] = useState(false)
  return (
    <div className={updatesStyles.updateMenu}>
      <Menu label={t('update.more')}>
        {prayer.may.edit && (
          <MenuItem icon="pencil" onClick={onEdit}>
            {t('remove.edit')}
          </MenuItem>
        )}
        <MenuItem icon="trash" onClick={() => setRemoving(true)}>
          {t('remove.delete')}
        </MenuItem>
      </Menu>
      {removing && (
        <RemoveDialog
          title={t('update.remove')}
          // A removal by a moderator is told to the author, who can appeal.
          text={t(prayer.is_mine ? 'update.remove_text' : 'remove.text_of_update')}
          requiresReason={!prayer.is_mine}
          done={t('update.removed')}
          remove={(why) => call('updates.delete', { id: prayer.id, updateId: update.id, ...why })}
          onRemoved={() => {
            client.setQueryData(
              prayerQuery(prayer.id).queryKey,
              (known) => known && { ...known, updates: known.updates.filter(({ id }) => id !== update.id) },
            )
            // Nobody waits for the rest: without a connection it comes with the next one.
            void invalidate(client, 'prayers.one', 'prayer_pages')
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </div>
  )
}
