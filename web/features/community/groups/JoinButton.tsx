import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { ErrorText } from '../../../ui/Field.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { readUserId } from '../../../token.ts'
import { keepWantedAct } from '../../identity/sessions/wantedAct.ts'
import { Badge } from '../../../ui/Badge.tsx'
import { Button } from '../../../ui/Button.tsx'
import { keepFocus } from '../../../ui/keepFocus.ts'

/** Joins, asks to join, accepts an invitation or withdraws a request to join, whichever is possible. */
export function JoinButton({ group, large = false }: { group: Group; large?: boolean }) {
  const t = useTranslations('groups')
  const { run, isPending: working, failure } = useEndpointMutation({ invalidates: ['groups'] })
  const { id, name, my_status, may, joining } = group
  const label = my_status === 'invited' ? 'accept' : joining === 'open' ? 'join' : 'ask'
  return (
    <>
      {(my_status === 'pending' || my_status === 'invited') && (
        <Badge tone="accent">
          <Icon name="clock" />
          {t(my_status)}
        </Badge>
      )}
      {may.join && (
        <Button
          ref={keepFocus}
          variant={large ? 'primary' : 'secondary'}
          size={large ? undefined : 'small'}
          busy={working}
          aria-label={t('act_on', { act: t(label), name })}
          onClick={() => {
            const user_id = readUserId()
            void run(
              'groups.join',
              { id },
              {
                done: (joined) => t(joined.my_status === 'active' ? 'joined' : 'asked', { name }),
                onError: ({ status }) => {
                  if (status === 401) keepWantedAct({ act: 'join', id }, user_id)
                },
              },
            )
          }}
        >
          {t(label)}
        </Button>
      )}
      {my_status === 'pending' && (
        <Button
          ref={keepFocus}
          size="small"
          aria-disabled={working || undefined}
          aria-label={t('act_on', { act: t('take_back'), name })}
          onClick={() => void run('groups.leave', { id }, { done: t('taken_back') })}
        >
          {t('take_back')}
        </Button>
      )}
      {failure !== null && (
        <div role="alert">
          <ErrorText id={`join${id}`}>{failure}</ErrorText>
        </div>
      )}
    </>
  )
}
