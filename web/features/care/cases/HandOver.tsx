import { useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { CareCase } from '../../../../contract/cases.ts'
import { useNameOf } from '../../../layout/useNameOf.ts'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { CancelButton, Dialog } from '../../../ui/Dialog.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import { useStaffMutation } from '../review/useStaffMutation.tsx'

/** Asks somebody of the team to take a case over. Nobody is preset. */
export function HandOver({ id, team, onClose }: { id: string; team: CareCase['team']; onClose: () => void }) {
  const t = useTranslations('case')
  const nameOf = useNameOf()
  const name = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  const [to, setTo] = useState<CareCase['team'][number]>()
  const { run, isPending, note } = useStaffMutation()
  async function ask() {
    if (!to) return
    const done = await run(
      'cases.hand_over',
      { id, to: to.id },
      { done: t('asked', { who: 'other', name: nameOf(to.display_name) }) },
    )
    if (done) dialog.current?.close()
  }
  return (
    <Dialog ref={dialog} title={t('hand_title')} onClose={onClose}>
      <div className="stack">
        <p className="secondary">{t('hand_text')}</p>
        {note}
        <fieldset className="stack stack--tight">
          <legend className="vh">{t('hand_title')}</legend>
          {team.map((one) => (
            <RadioCard
              key={one.id}
              name={name}
              checked={to?.id === one.id}
              onChange={() => setTo(one)}
              title={<bdi>{nameOf(one.display_name)}</bdi>}
            />
          ))}
        </fieldset>
        <ButtonRow>
          <Button
            variant="primary"
            busy={isPending}
            aria-disabled={!to || isPending || undefined}
            onClick={() => void ask()}
          >
            {to ? t('ask', { name: nameOf(to.display_name) }) : t('hand_choose')}
          </Button>
          <CancelButton onClick={() => dialog.current?.close()} />
        </ButtonRow>
      </div>
    </Dialog>
  )
}
