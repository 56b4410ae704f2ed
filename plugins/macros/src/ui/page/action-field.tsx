import type { AutomationBlock } from '@recado/sdk'
import { BlockForm, useWords } from '@recado/sdk/ui'
import { useActionWords } from '../use-action-words.ts'
import { StepError } from './step-error.tsx'
import type { StepInput } from './step-inputs.ts'
import type { Issues } from './step-problems.ts'

interface ActionFieldProps {
  step: StepInput
  action: AutomationBlock
  error: string | undefined
  issues: Issues
  onChange(step: StepInput): void
}

/** Input of another plugin's action, in the fields that its plugin declares. */
export function ActionField({ step, action, error, issues, onChange }: ActionFieldProps) {
  const { t } = useWords()
  const { isReady, helpOf, titleOf } = useActionWords([action])
  const help = helpOf(action)
  return (
    <>
      {help !== '' && <p className="text-xs text-ink-muted">{help}</p>}
      {isReady && action.fields.length > 0 && (
        <div role="group" aria-label={t('steps.fields', { name: titleOf(action) })}>
          <BlockForm
            fields={action.fields}
            values={step.input}
            issues={issues}
            namespace={action.namespace}
            prefix={`${action.words}.fields`}
            onChange={(input) => onChange({ ...step, input })}
          />
        </div>
      )}
      {error && <StepError>{error}</StepError>}
    </>
  )
}
