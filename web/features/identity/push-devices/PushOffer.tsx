import { useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormMessages } from '../../../layout/FormMessages.tsx'
import { toast } from '../../../ui/Toast.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Card, CardTitle } from '../../../ui/Card.tsx'
import { takeLostFocus } from '../../../ui/takeLostFocus.ts'
import { useAuth } from '../sessions/auth.tsx'
import { endOffer } from './keptDevice.ts'
import { isOfferOpen } from './offer.ts'
import { PushSwitch } from './PushSwitch.tsx'
import { usePushSwitch } from './usePushSwitch.ts'

interface Props {
  /** Names the act before it, for which messages are of use. */
  after: 'request' | 'reminder'
  onDone?: () => void
}

function Offer({ user_id, after, onDone }: Required<Props> & { user_id: string }) {
  const t = useTranslations('push')
  const field = useTranslations('field')
  const push = usePushSwitch(user_id)
  const { turnOn, isBusy, hindrance, failure } = push
  useEffect(() => void endOffer(), [])
  async function accept() {
    if (!(await turnOn())) return
    toast(t('turned_on'))
    onDone()
  }
  const isHindered = hindrance !== null || failure !== null
  return (
    <Card className="stack" {...(after === 'reminder' && { ref: takeLostFocus, tabIndex: -1 })}>
      <div>
        <CardTitle>{t(`offer_${after}`)}</CardTitle>
        <p className="secondary">{t('offer_text')}</p>
      </div>
      {isHindered && <PushSwitch push={push} />}
      <ButtonRow>
        {!isHindered && (
          <Button variant="primary" busy={isBusy} onClick={() => void accept()}>
            {t('turn_on')}
          </Button>
        )}
        <Button onClick={onDone}>{isHindered ? field('close') : t('no_thanks')}</Button>
      </ButtonRow>
    </Card>
  )
}

/**
 * Offers messages on this device, once and never again, after something that makes them useful. The browser’s own question opens only
 * when the person says yes.
 */
export default function PushOffer(props: Props) {
  const { user } = useAuth()
  const [isOpen, setOpen] = useState(isOfferOpen)
  if (!user || !isOpen) return null
  const onDone = () => {
    setOpen(false)
    props.onDone?.()
  }
  return (
    <FormMessages area="profile">
      <Offer {...props} user_id={user.id} onDone={onDone} />
    </FormMessages>
  )
}
