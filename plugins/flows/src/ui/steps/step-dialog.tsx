import { Checkbox, Field, FormDialog, Select, toast, useErrorText, useFieldErrors, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { maxOptions, maxTextLength, maxTitleLength } from '../../graph/limits.ts'
import { stepActions, type Step, type StepDraft } from '../../steps/step.ts'
import { ChoiceField, LineField, ListField, ReferenceField, TextField } from '../builder/forms/fields.tsx'
import { useSaveStep } from '../use-flows.ts'

type Action = StepDraft['actions'][number]

interface StepDialogProps {
  flowId: string
  step: Step | undefined
  steps: readonly Step[]
  onClose(): void
}

/** A step (S3-033): what it says, whether it is the first, and what each word of the customer leads to (S3-034). */
export function StepDialog({ flowId, step, steps, onClose }: StepDialogProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const save = useSaveStep(flowId)
  const [draft, setDraft] = useState<StepDraft>({
    name: step?.name ?? '',
    message: step?.message ?? '',
    initialStep: step?.initialStep ?? steps.length === 0,
    actions: step?.actions ?? [],
  })
  const [tries, setTries] = useState(0)
  const issues = save.error ? Object.values(fieldErrors(save.error)) : []
  const isEmpty = draft.message.trim() === ''
  const isKeyless = draft.actions.some(({ key }) => key.trim() === '')
  const submit = (): void => {
    setTries(tries + 1)
    if (isEmpty || isKeyless) return
    save.mutate(
      { ...draft, stepId: step?.id },
      {
        onSuccess: () => {
          toast.success(t('steps.saved'))
          onClose()
        },
      },
    )
  }
  return (
    <FormDialog
      shape="wide"
      title={t(step ? 'steps.editTitle' : 'steps.add')}
      busy={save.isPending}
      problem={save.error && [textOf(save.error), ...issues].join(' ')}
      mistakes={save.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      {tries > 0 && (isEmpty || isKeyless) && (
        <p role="alert" className="text-list text-danger">
          {t(isEmpty ? 'steps.needsMessage' : 'steps.needsKey')}
        </p>
      )}
      <LineField
        label={t('field.name')}
        max={maxTitleLength}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label={t('steps.message')}
        max={maxTextLength}
        value={draft.message}
        onChange={(message) => setDraft({ ...draft, message })}
      />
      <Checkbox
        checked={draft.initialStep}
        label={t('steps.isInitial')}
        onCheckedChange={(initialStep) => setDraft({ ...draft, initialStep })}
      />
      <ListField<Action>
        title={t('steps.actions')}
        items={draft.actions}
        max={maxOptions}
        addLabel={t('steps.addAction')}
        keyOf={(action, at) => action.id ?? `new${at}`}
        create={() => ({ key: '', action: 'step', nextStepId: null, queueId: null, userId: null, message: '' })}
        onChange={(actions) => setDraft({ ...draft, actions })}
      >
        {(action, change) => (
          <>
            <LineField
              label={t('steps.key')}
              help={t('steps.keyHelp')}
              max={72}
              value={action.key}
              onChange={(key) => change({ ...action, key })}
            />
            <ChoiceField
              label={t('steps.does')}
              value={action.action}
              options={stepActions}
              words="steps.action"
              onChange={(chosen) => change({ ...action, action: chosen })}
            />
            {action.action === 'step' && (
              <Field label={t('steps.next')}>
                <Select
                  value={action.nextStepId ?? ''}
                  options={[
                    { value: '', label: t('builder.nowhere') },
                    ...steps
                      .filter(({ id }) => id !== step?.id)
                      .map(({ id, name, message }) => ({ value: id, label: name || message.slice(0, 60) })),
                  ]}
                  onValueChange={(next) => change({ ...action, nextStepId: next === '' ? null : next })}
                />
              </Field>
            )}
            {action.action === 'queue' && (
              <ReferenceField
                name="queue"
                refersTo="queue"
                value={action.queueId}
                onChange={(queueId) => change({ ...action, queueId })}
              />
            )}
            {action.action === 'user' && (
              <ReferenceField
                name="user"
                refersTo="user"
                value={action.userId}
                onChange={(userId) => change({ ...action, userId })}
              />
            )}
            <TextField
              label={t('steps.returnMessage')}
              rows={2}
              value={action.message}
              onChange={(message) => change({ ...action, message })}
            />
          </>
        )}
      </ListField>
    </FormDialog>
  )
}
