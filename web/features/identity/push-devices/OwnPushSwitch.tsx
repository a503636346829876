import { PushSwitch } from './PushSwitch.tsx'
import { usePushSwitch } from './usePushSwitch.ts'

/** The switch of this browser alone. */
export default function OwnPushSwitch({ user_id }: { user_id: string }) {
  return <PushSwitch push={usePushSwitch(user_id)} />
}
