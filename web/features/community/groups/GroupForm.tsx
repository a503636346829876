import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Group } from '../../../../contract/groups.ts'
import { MAX_GROUP_DESCRIPTION_LENGTH, MAX_GROUP_NAME_LENGTH, joinings } from '../../../../contract/groups.values.ts'
import type { Failure } from '../../../api.ts'
import { findLengthProblem, useFieldErrorText } from '../../../fieldErrors.ts'
import { asResult, useEndpointMutation } from '../../../layout/useEndpointMutation.ts'
import { useFailureFocus } from '../../../useFailureFocus.ts'
import type { KeptWords } from '../../../useKeptWords.ts'
import { Field } from '../../../ui/Field.tsx'
import { FailureNote } from '../../../layout/FailureNote.tsx'
import { Switch } from '../../../ui/Switch.tsx'
import { TextAreaField } from '../../../ui/TextArea.tsx'
import { Button, ButtonRow } from '../../../ui/Button.tsx'
import { RadioCard } from '../../../ui/RadioCard.tsx'
import formStyles from '../../../ui/Form.module.css'

const LIMITS = {
  name: { minimum: 1, maximum: MAX_GROUP_NAME_LENGTH },
  description: { minimum: 0, maximum: MAX_GROUP_DESCRIPTION_LENGTH },
} as const
type TextField = keyof typeof LIMITS

export type GroupDraft = Pick<Group, 'name' | 'description' | 'joining' | 'is_listed' | 'posting'>
export const emptyGroup: GroupDraft = {
  name: '',
  description: '',
  joining: 'request',
  is_listed: true,
  posting: 'members',
}

interface Props {
  kept: KeptWords<GroupDraft>
  submitLabel: string
  /** Begins anew with what was saved. Resolves to the failure, or to null on success. The idempotency key is the same for the same values. */
  send: (draft: GroupDraft, idempotency_key: string) => Promise<Failure | null>
  /** Shows something above the fields. `forget` takes away what the server said last. */
  children?: (forget: () => void) => ReactNode
}

/** Creates or edits a group. The form keeps its values when the server refuses them. */
export function GroupForm({ kept: { words: draft, ...kept }, submitLabel, send, children }: Props) {
  const t = useTranslations('groups')
  const id = useId()
  const sentence = useFieldErrorText()
  const [problems, setProblems] = useState<Partial<Record<TextField, string | undefined>>>({})
  const { perform, attemptFor, isPending: sending, failure, setFailure } = useEndpointMutation({ draft: kept.place })
  const note = useFailureFocus(failure)

  function validateField(field: TextField, value: string): boolean {
    const problem = findLengthProblem(value, LIMITS[field])
    setProblems((others) => ({ ...others, [field]: problem && sentence(problem, value) }))
    return problem === undefined
  }
  const change = (part: Partial<GroupDraft>): void => {
    // Sent already: a group would look as if it were not listed.
    if (sending) return
    kept.change({ ...draft, ...part })
    for (const field of ['name', 'description'] as const)
      if (part[field] !== undefined && problems[field] !== undefined) validateField(field, part[field])
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const wrong = (['name', 'description'] as const).filter((field) => !validateField(field, draft[field]))
    if (wrong[0]) return form.querySelector<HTMLElement>(`[name=${wrong[0]}]`)?.focus()
    const trimmed = { ...draft, name: draft.name.trim(), description: draft.description.trim() }
    const onError = (error: Failure, reason: string): void => {
      if (error.code === 'groups.name_taken') setProblems({ name: reason })
      for (const { path, ...problem } of error.errors ?? []) {
        if (path === 'name' || path === 'description')
          setProblems((others) => ({ ...others, [path]: sentence(problem, draft[path]) }))
      }
    }
    // Another version under the same values is another request.
    const { key } = attemptFor([trimmed, kept.version])
    await perform(() => asResult(send(trimmed, key)), { onError })
  }

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <FailureNote title={t('not_done')} ref={note}>
        {failure}
      </FailureNote>
      {children?.(() => setFailure(null))}
      <div className={`stack ${formStyles.part}`}>
        <Field
          label={t('name')}
          name="name"
          dir="auto"
          autoComplete="off"
          required
          hint={t('name_hint')}
          readOnly={sending}
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ name: event.target.value })}
          onBlur={() => draft.name !== '' && validateField('name', draft.name)}
        />
        <TextAreaField
          label={t('description')}
          hint={t('description_hint')}
          name="description"
          rows={3}
          dir="auto"
          readOnly={sending}
          value={draft.description}
          onChange={(event) => change({ description: event.target.value })}
          onBlur={() => validateField('description', draft.description)}
          error={problems.description}
        />
      </div>
      <fieldset className={formStyles.step} aria-labelledby={`${id}j`}>
        <h2 id={`${id}j`}>{t('joining')}</h2>
        <div className="stack stack--tight">
          {joinings.map((joining) => (
            <RadioCard
              key={joining}
              name="joining"
              checked={joining === draft.joining}
              onChange={() => change({ joining })}
              title={t(joining)}
              description={t(`${joining}_hint`)}
            />
          ))}
        </div>
      </fieldset>
      <fieldset className={formStyles.step}>
        <legend className="vh">{t('settings')}</legend>
        <Switch
          label={t('is_listed')}
          hint={t('is_listed_hint')}
          checked={draft.is_listed}
          onChange={(is_listed) => change({ is_listed })}
        />
        <Switch
          label={t('leaders_post')}
          hint={t('leaders_post_hint')}
          checked={draft.posting === 'leaders'}
          onChange={(only) => change({ posting: only ? 'leaders' : 'members' })}
        />
      </fieldset>
      <ButtonRow className={formStyles.end}>
        <Button type="submit" variant="primary" busy={sending}>
          {submitLabel}
        </Button>
      </ButtonRow>
    </form>
  )
}
