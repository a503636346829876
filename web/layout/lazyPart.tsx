import {
  lazy,
  Suspense,
  use,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import { useLocale, useTranslations } from 'use-intl'
import type { Area } from '../catalogues.ts'
import { getMessages, loadMessages } from '../messages.ts'

export const Nothing = () => null

/** Shown in place of a part that failed to load: without a connection, or replaced on the server by a newer version. */
export function NotLoaded() {
  const t = useTranslations('failure')
  return <p className="small muted">{t(navigator.onLine ? 'load' : 'offline')}</p>
}

/** Tells when the part beside it has been drawn by the browser. Draws nothing. */
function Arrival({ tell }: { tell: (isHere: true) => void }) {
  useEffect(() => tell(true), [tell])
  return null
}

let isPartMissing = false
/** True when a part could not be loaded, and so differs from what the server has rendered. */
export const hasMissingPart = (): boolean => isPartMissing
/** Notes that code did not arrive. */
export const missing = (): false => {
  isPartMissing = true
  const note = document.getElementById('load-failure') as HTMLElement
  // A press that opens nothing says so, also where the parts of an older version are gone from the server.
  // oxlint-disable-next-line typescript/no-unnecessary-condition -- older browsers have none
  note.hidden &&= !navigator.userActivation?.isActive
  return false
}

const settling: Record<string, Promise<unknown>> = {}
/** True once the messages of an area are loaded, false when they could not be. The same promise each time. */
const settleMessages = (language: string, area: Area): Promise<unknown> =>
  (settling[language + area] ??= getMessages(language, area)
    ? loadMessages(language, area)
    : loadMessages(language, area).then(() => true, missing))

/** Loads code when it is first shown. Where that fails, `instead` stays in its place until the next reload. */
export const lazyCode = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  instead: ComponentType<Props> = Nothing,
) => lazy(() => load().catch(() => (missing(), { default: instead })))

/**
 * A part of a page that is loaded when it is first shown, together with the messages of its `areas`. If a load fails
 * the rest of the page stays, with `fallback` in its place until the next reload. The rest of the page does not wait for
 * it: until it comes, its place holds what it gets as `meanwhile`.
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  fallback: ComponentType<object> = Nothing,
  areas: Area[] = [],
): ComponentType<Props & { meanwhile?: ReactNode }> => {
  const instead = fallback as ComponentType<Props>
  const Part = lazyCode(load, instead)
  function PartWithMessages(props: Props) {
    const language = useLocale()
    // Starts all loads before it waits for any.
    const loads = areas.map((area) => settleMessages(language, area))
    const Shown = loads.every((loaded) => use(loaded)) ? Part : instead
    return <Shown {...props} />
  }
  const Loaded = areas.length === 0 ? (Part as ComponentType<Props>) : PartWithMessages
  return function LazyPart(props: Props & { meanwhile?: ReactNode }) {
    const [isHere, setIsHere] = useState(false)
    // Where other props arrive before the code, React would take away what the server has rendered: a press would hit nothing.
    const early = useDeferredValue(props)
    const shown = isHere ? props : early
    return useMemo(
      () => (
        <Suspense fallback={shown.meanwhile}>
          <Loaded {...shown} />
          <Arrival tell={setIsHere} />
        </Suspense>
      ),
      [shown],
    )
  }
}
