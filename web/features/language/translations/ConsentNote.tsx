import { Icon } from '../../../ui/Icon.tsx'

/** Asks once, in words that name the service, before anything is sent to it. */
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
    <div className="note words__consent">
      <Icon name="info" />
      <div className="stack">
        <p>{text}</p>
        <div className="row">
          <button type="button" className="btn btn--primary btn--sm" onClick={onAgree}>
            {agree}
          </button>
          <button type="button" className="btn btn--secondary btn--sm" onClick={onDecline}>
            {decline}
          </button>
        </div>
      </div>
    </div>
  )
}
