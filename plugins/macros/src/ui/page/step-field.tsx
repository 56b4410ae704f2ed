import type { AutomationBlock } from '@recado/sdk'
import {
  Checkbox,
  Field,
  Icon,
  IconButton,
  Select,
  templateSegments,
  Textarea,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { maxTextLength, snoozeMinutes } from '../../macros/limits.ts'
import { offeredAs } from '../../macros/offered.ts'
import { useActionWords } from '../use-action-words.ts'
import { stepIcons } from '../use-step-words.ts'
import { ActionField } from './action-field.tsx'
import { StepError } from './step-error.tsx'
import type { Issues } from './step-problems.ts'
import type { StepInput, StepProblem } from './step-inputs.ts'
import { useExamples } from './use-examples.ts'
import type { useChoices } from './use-choices.ts'

interface StepFieldProps {
  step: StepInput
  at: number
  total: number
  problem: StepProblem | undefined
  issues: Issues | undefined
  choices: ReturnType<typeof useChoices>
  offer: readonly AutomationBlock[] | undefined
  onChange(step: StepInput): void
  onMove(by: -1 | 1): void
  onRemove(): void
}

/** One step: its input, and its position. */
export function StepField({
  step,
  at,
  total,
  problem,
  issues = {},
  choices,
  offer,
  onChange,
  onMove,
  onRemove,
}: StepFieldProps) {
  const { t } = useWords()
  const number = at + 1
  const error = problem && t(`invalid.${problem}`)
  const action = offeredAs(offer ?? [], step)
  const { titleOf, pluginOf } = useActionWords(action ? [action] : [])
  return (
    <li className="flex flex-col gap-2 rounded-md border border-line p-3">
      <div className="flex items-center gap-1">
        <Icon
          name={step.kind === 'action' ? (action?.icon ?? 'puzzle') : stepIcons[step.kind]}
          size={15}
          className="shrink-0 text-ink-muted"
        />
        <span className="flex min-w-0 flex-1 flex-col pl-1">
          <span className="text-list font-medium break-words">
            {number}. {action ? titleOf(action) : t(`kind.${step.kind}`)}
          </span>
          {action && <span className="text-xs break-words text-ink-muted">{pluginOf(action)}</span>}
        </span>
        <IconButton
          size="small"
          icon={<Icon name="arrow-up" size={15} />}
          label={t('steps.up', { number })}
          disabled={at === 0}
          onClick={() => onMove(-1)}
        />
        <IconButton
          size="small"
          icon={<Icon name="arrow-down" size={15} />}
          label={t('steps.down', { number })}
          disabled={at === total - 1}
          onClick={() => onMove(1)}
        />
        <IconButton
          size="small"
          icon={<Icon name="trash-2" size={15} />}
          label={t('steps.remove', { number })}
          onClick={onRemove}
        />
      </div>
      {action && <ActionField step={step} action={action} error={error} issues={issues} onChange={onChange} />}
      {step.kind === 'action' &&
        !action &&
        offer &&
        (error ? (
          <StepError>{error}</StepError>
        ) : (
          <p className="text-xs break-words text-warning">{t('gone.action', { plugin: step.plugin })}</p>
        ))}
      <StepDetail step={step} error={error} choices={choices} onChange={onChange} />
    </li>
  )
}

const priorities = ['low', 'normal', 'high', 'urgent'] as const

function StepDetail({
  step,
  error,
  choices,
  onChange,
}: Pick<StepFieldProps, 'step' | 'choices' | 'onChange'> & { error: string | undefined }) {
  const { t } = useWords()
  switch (step.kind) {
    case 'reply':
      return (
        <TextField label={t('field.text')} reader={t('field.preview')} step={step} error={error} onChange={onChange} />
      )
    case 'note':
      return (
        <TextField
          label={t('field.note')}
          reader={t('field.notePreview')}
          step={step}
          error={error}
          onChange={onChange}
        />
      )
    case 'addTag':
    case 'removeTag':
      return <SubjectField label={t('field.tag')} step={step} error={error} choices={choices} onChange={onChange} />
    case 'toQueue':
      return <SubjectField label={t('field.queue')} step={step} error={error} choices={choices} onChange={onChange} />
    case 'toUser':
      return <SubjectField label={t('field.user')} step={step} error={error} choices={choices} onChange={onChange} />
    case 'priority':
      return (
        <Field label={t('field.priority')}>
          <Select
            value={step.priority}
            options={priorities.map((value) => ({ value, label: t(`priority.${value}`) }))}
            onValueChange={(value) => onChange({ ...step, priority: priorities.find((one) => one === value)! })}
          />
        </Field>
      )
    case 'snooze':
      return (
        <Field label={t('field.snooze')} error={error}>
          <Select
            value={String(step.minutes ?? '')}
            options={[
              { value: '', label: t('time.answer') },
              ...snoozeMinutes.map((minutes) => ({ value: String(minutes), label: t(`time.${minutes}`) })),
            ]}
            onValueChange={(value) =>
              onChange({ ...step, minutes: snoozeMinutes.find((minutes) => String(minutes) === value) ?? null })
            }
          />
        </Field>
      )
    case 'action':
      return null
    case 'return':
      return error && <StepError>{error}</StepError>
    case 'resolve':
      return (
        <>
          <Checkbox
            checked={step.withoutFarewell}
            label={t('field.withoutFarewell')}
            onCheckedChange={(withoutFarewell) => onChange({ ...step, withoutFarewell })}
          />
          {error && <StepError>{error}</StepError>}
        </>
      )
  }
}

function SubjectField({
  label,
  step,
  error,
  choices,
  onChange,
}: Pick<StepFieldProps, 'step' | 'choices' | 'onChange'> & { label: string; error: string | undefined }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { choices: known, error: failure } = choices.of(step.kind)
  const isGone = step.subjectId !== '' && !choices.isThere(step)
  return (
    <Field label={label} error={error ?? (failure ? textOf(failure) : undefined)} required>
      <Select
        value={step.subjectId}
        onValueChange={(subjectId) => onChange({ ...step, subjectId })}
        options={[
          { value: '', label: t('field.choose') },
          ...(isGone ? [{ value: step.subjectId, label: t('gone.unnamed'), disabled: true }] : []),
          ...known.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
    </Field>
  )
}

/** With the words under it as they will be read. */
function TextField({
  label,
  reader,
  step,
  error,
  onChange,
}: Pick<StepFieldProps, 'step' | 'onChange'> & {
  label: string
  /** Readers of the text, for screen readers. */ reader: string
  error: string | undefined
}) {
  const { t } = useWords()
  const examples = useExamples()
  return (
    <>
      <Field label={label} error={error} required>
        <Textarea
          rows={3}
          value={step.text}
          maxLength={maxTextLength}
          onChange={(event) => onChange({ ...step, text: event.target.value })}
        />
      </Field>
      {step.text.trim() !== '' && (
        <p className="rounded-md bg-hover px-3 py-2 text-list break-words whitespace-pre-wrap" dir="auto">
          <span className="sr-only">{reader} </span>
          {templateSegments(step.text, examples).map(({ kind, text, name }, index) =>
            kind === 'unknown' ? (
              <mark key={index} className="rounded-sm bg-warning-soft px-1 text-warning">
                {t('preview.unknown', { name })}
              </mark>
            ) : (
              text
            ),
          )}
        </p>
      )}
    </>
  )
}
