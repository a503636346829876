import { Icon } from '../../../ui/Icon.tsx'
import { Button } from '../../../ui/Button.tsx'
import noteStyles from '../../../ui/Note.module.css'
import translationPanelStyles from './TranslationPanel.module.css'

/** Asks for consent once, naming the service, before anything is sent to it. */
export function ConsentNote({
  text,
  agree,
  decline,
  onAgree,
  onDecline,
}: {
  text: string
  agree: string
  decline: string
  onAgree: () => void
  onDecline: () => void
}) {
  return (
    <div className={`${noteStyles.note} ${translationPanelStyles.consent}`}>
      <Icon name="info" />
      <div className="stack">
        <p>{text}</p>
        <div className="row">
          <Button variant="primary" size="small" onClick={onAgree}>
            {agree}
          </Button>
          <Button size="small" onClick={onDecline}>
            {decline}
          </Button>
        </div>
      </div>
    </div>
  )
}
