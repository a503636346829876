import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useLocale } from 'use-intl'
import type { EndpointName } from '../../contract/endpoints.ts'
import type { Input, Output } from '../../contract/schemas.ts'
import { call, type CallOptions, type Failure, type Result, type WithConfirmation } from '../api.ts'
import { getErrorMessage } from './errorMessages.ts'
import { newIdempotencyKey } from './newIdempotencyKey.ts'
import { readStoredDraft, storeDraft } from '../storedDraft.ts'
import { invalidate } from '../invalidate.ts'
import type { About } from '../query.ts'
import { readUserId } from '../token.ts'
import { announce, toast, type ToastAction } from '../ui/Toast.tsx'
import { callOptimistically, type OptimisticChange } from './optimistic.ts'

/** Holds what was sent last and may have arrived, as JSON, with its idempotency key. */
export interface Attempt {
  body: string
  key: string
}

export interface MutationOptions {
  /** Name of the draft that is sent: sent again after a reload, it counts once, too. */
  draft?: string | undefined
  /** Queries that are refetched afterwards, also after a failure, because stale data is often its reason. */
  invalidates?: About[]
  /** `run` resolves only after those queries have been refetched, and until then the mutation is pending. */
  waits?: boolean
  /**
   * Mutations run one after another, each after the refetch of the previous one; without it, a second one is refused
   * while one is pending.
   */
  queues?: boolean
  /** Mutations run concurrently; but of changes that are shown at once, the server has the last one last. */
  overlaps?: boolean
  /** True for failures that show no message. */
  isSilent?: (error: Failure) => boolean
  /** Shows failures in a toast instead of storing them in `failure`. */
  failureToast?: (reason: string) => string
}

interface ActOptions<Answer> {
  /** Text of the toast after success. */
  done?: string | ((answer: Answer) => string) | undefined
  /** Text that is announced to screen readers after success. */
  announced?: string
  /** Button of the toast. */
  undo?: (answer: Answer) => ToastAction | undefined
  optimistic?: OptimisticChange
  onError?: (error: Failure, reason: string) => void
}

interface RunOptions<Answer> extends ActOptions<Answer>, CallOptions {
  /** Asks for the password when the server requires it. Who closes that prompt is told nothing. */
  confirm?: WithConfirmation
  /** Counts once on the server, however often the same input is sent. */
  idempotent?: boolean
}

/** Treats a 404 of a deletion as success: somebody else has deleted it already. */
export async function doneIfGone<Answer>(sent: Promise<Result<Answer>>): Promise<Result<Answer | true>> {
  const result = await sent
  return result.error?.status === 404 ? { data: true, error: null } : result
}

/** Converts what a form's `send` returns to a result. */
export async function asResult(sent: Promise<Failure | null>): Promise<Result<true>> {
  const error = await sent
  return error ? { data: null, error } : { data: true, error: null }
}

/** Changes something on the server: confirms it in a toast, or stores the error message. */
export function useEndpointMutation({
  draft,
  invalidates = [],
  waits = false,
  queues = false,
  overlaps = false,
  isSilent,
  failureToast,
}: MutationOptions = {}) {
  const client = useQueryClient()
  const locale = useLocale()
  const id = useId()
  const busy = useRef(false)
  const attempt = useRef<Attempt | null>(null)
  /** The change that is shown at once and was sent last. */
  const sent = useRef<Promise<unknown>>(Promise.resolve())
  // Stored apart from the mutation: of two that overlap, the first may fail.
  const [failure, setFailure] = useState<string | null>(null)
  const { mutateAsync, isPending } = useMutation<unknown, Failure, () => Promise<unknown>>({
    mutationFn: (act) => act(),
    // A call without a connection fails with its own message.
    networkMode: 'always',
    gcTime: 0,
    ...(queues && { scope: { id } }),
  })

  function explain(error: Failure, reason: string): void {
    // The person has closed the prompt for their password.
    if (error.code === 'sessions.confirmation_needed' || isSilent?.(error) === true) return
    if (failureToast) toast(failureToast(reason))
    else setFailure(reason)
  }

  /** Runs calls as one mutation. Returns the answer, or null if it failed, another is pending, or its person has left. */
  async function perform<Answer>(
    act: () => Promise<Result<Answer>>,
    { done, announced, undo, optimistic, onError }: ActOptions<Answer> = {},
  ): Promise<Answer | null> {
    if (busy.current && !queues && !overlaps) return null
    busy.current = true
    setFailure(null)
    const writer = readUserId()
    const hasLeft = (): boolean => writer !== null && readUserId() !== writer
    const actIfHere = async (): Promise<Result<Answer>> =>
      hasLeft() ? { data: null as never, error: null } : await act()
    const actInTurn = (): Promise<Result<Answer>> => {
      const turn = sent.current.then(actIfHere, actIfHere)
      sent.current = turn
      return turn
    }
    try {
      return (await mutateAsync(async () => {
        // A choice that waited for the one before is nobody else's act.
        if (hasLeft()) return null
        const result = await (optimistic ? callOptimistically(client, optimistic, actInTurn) : act())
        // A person who has signed out before the answer leaves nothing of it to the next one, and does nothing as them. One who is signed
        // out by the answer reads why.
        if (hasLeft() && !(result.error && readUserId() === null)) return null
        if (result.error) {
          const reason = await getErrorMessage(result.error, locale)
          // In one render: what the form marks as wrong, and what it says about it.
          onError?.(result.error, reason)
          explain(result.error, reason)
        } else {
          keepAttempt(null)
          if (done !== undefined) toast(typeof done === 'string' ? done : done(result.data), undo?.(result.data))
          if (announced !== undefined) announce(announced)
        }
        const fresh = invalidate(client, ...invalidates)
        if (queues || (waits && !result.error)) await fresh
        if (result.error) throw result.error
        return result.data
      })) as Answer | null
    } catch (error) {
      if (error instanceof Error) throw error
      return null
    } finally {
      busy.current = false
    }
  }

  const readKept = (): { key?: Attempt | null } => (draft === undefined ? {} : readStoredDraft(draft))

  /** Keeps an attempt for as long as its words stay the same and are not known to have arrived. */
  function keepAttempt(next: Attempt | null): void {
    attempt.current = next
    const kept = readKept()
    if (draft !== undefined && Object.keys(kept).length > 0) storeDraft(draft, { ...kept, key: next })
  }

  /** Returns the attempt to send an input, with the same key until the input changes or has arrived. */
  function attemptFor(input: unknown): Attempt {
    const body = JSON.stringify(input)
    const known = [attempt.current, readKept().key].find((one) => one?.body === body)
    const next = known ?? { body, key: newIdempotencyKey() }
    keepAttempt(next)
    return next
  }

  /** Calls an endpoint. Returns the answer, or null if it failed or another mutation is pending. */
  function run<Name extends EndpointName>(
    name: Name,
    input: Input<Name>,
    { confirm = (act) => act(), idempotent = false, ...options }: RunOptions<Output<Name>> = {},
  ): Promise<Output<Name> | null> {
    const callOptions = { ...options, ...(idempotent && { idempotency_key: attemptFor([name, input]).key }) }
    return perform(() => confirm(() => call(name, input, callOptions)), options)
  }

  return {
    run,
    perform,
    attemptFor,
    isPending,
    /** Error message of the last failure. */
    failure,
    setFailure,
  }
}
