import { useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../../contract/schemas.ts'
import type { Setting } from './draft.ts'
import type { Failure, WithConfirmation } from '../../../api.ts'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { UnsavedChangesNote } from '../../../layout/UnsavedChangesNote.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useUnsavedChangesGuard } from '../../../layout/useUnsavedChangesGuard.ts'
import { faultOfAddress } from '../../../../contract/site-address.values.ts'
import { updateSite } from '../../../site.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Note } from '../../../ui/Note.tsx'
import { lazyPart, Nothing } from '../../../layout/lazyPart.tsx'

const Theirs = lazyPart(() => import('./Theirs.tsx'), Nothing, ['forms', 'admin_pages'])

type Tried = Output<'settings.try_address'>

/** True when what was typed is no address. */
const isWrong = ({ code }: Failure): boolean => code === 'request.invalid'

const isLocal = (address: string): boolean => faultOfAddress(address) === 'this_machine'

const inForceOf = ({ value, default_value }: Setting): string => String(value === '' ? default_value : value)

/** The address to begin with: the one in force, or where this browser is when that opens on the server's machine alone. */
function addressToOffer(setting: Setting): { was: Setting['value']; address: string; isOfBrowser: boolean } {
  const { value: was } = setting
  const inForce = inForceOf(setting)
  const isOfBrowser = was === '' && isLocal(inForce) && !isLocal(location.origin)
  return { was, address: isOfBrowser ? location.origin : inForce, isOfBrowser }
}

/** Says what was found at an address. */
export function ReachNote({ tried: { address, reach } }: { tried: Pick<Tried, 'address' | 'reach'> }) {
  const t = useTranslations('checks')
  return reach === 'reached' ? (
    <Note icon="okcircle" title={t('outcome_reached', { address })} />
  ) : (
    <Note kind="warning" icon="alert" title={t(`outcome_${reach}`, { address })} />
  )
}

/** Tries the address that people are to use, and keeps it: at once when it opens, else when the administrator says so again. */
export function AddressForm({
  setting,
  confirm,
  onDone,
  leave,
}: {
  /** The setting `site_address`. */
  setting: Setting
  confirm: WithConfirmation
  onDone: () => void
  /** The button that leaves the address as it was. */
  leave: ReactNode
}) {
  const t = useTranslations('site_settings')
  const rooms = useTranslations('rooms')
  const [offered] = useState(() => addressToOffer(setting))
  const [address, setAddress] = useState(offered.address)
  const [tried, setTried] = useState<Tried | null>(null)
  const [error, setError] = useState<string>()
  const [isOutdated, setOutdated] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const trying = useEndpointMutation({ isSilent: isWrong })
  const saving = useEndpointMutation({ invalidates: ['settings.list', 'desk', 'checks.list'] })
  const guard = useUnsavedChangesGuard(address !== offered.address)
  const isBusy = trying.isPending || saving.isPending

  async function save(value: string): Promise<void> {
    // Once what somebody else has saved was shown, it is replaced.
    const was = isOutdated ? setting.value : offered.was
    const kept = await saving.run(
      'settings.write',
      { name: 'site_address', value, was },
      {
        confirm,
        done: t('address_saved'),
        onError: ({ code }) => {
          if (code === 'content.changed') setOutdated(true)
        },
      },
    )
    if (!kept) return
    updateSite({ public_origin: String(kept.value || kept.default_value) })
    onDone()
  }

  function refuse(failure: Failure): void {
    if (!isWrong(failure)) return
    setError(t('address_wrong'))
    field.current?.focus()
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    if (isBusy) return
    if (tried !== null) return await save(tried.address)
    const found = await trying.run('settings.try_address', { address }, { onError: refuse })
    if (found?.reach === 'reached') await save(found.address)
    else setTried(found)
  }

  function change(next: string): void {
    setAddress(next)
    setTried(null)
    setError(undefined)
  }

  const secure = tried?.secure_address ?? null
  return (
    <form className="stack" noValidate onSubmit={(event) => void submit(event)}>
      <UnsavedChangesNote guard={guard} />
      <Field
        ref={field}
        label={rooms('address')}
        hint={t(offered.isOfBrowser ? 'address_from_browser' : 'address_hint')}
        inputMode="url"
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={300}
        value={address}
        error={error}
        onChange={({ target }) => change(target.value)}
      />
      <output>{tried && <ReachNote tried={tried} />}</output>
      {isOutdated && setting.value !== offered.was && <Theirs text={inForceOf(setting)} />}
      <FailureNote title={t('not_saved')}>{trying.failure ?? saving.failure}</FailureNote>
      <ButtonRow>
        {secure !== null && (
          <Button
            variant="primary"
            busy={isBusy}
            onClick={() => {
              change(secure)
              void save(secure)
            }}
          >
            {t('address_secure', { address: secure })}
          </Button>
        )}
        <Button type="submit" variant={secure === null ? 'primary' : 'secondary'} busy={isBusy}>
          {t(tried === null ? 'address_save' : 'address_anyway')}
        </Button>
        {leave}
      </ButtonRow>
    </form>
  )
}
