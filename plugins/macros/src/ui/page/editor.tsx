import type { AutomationBlock } from '@recado/sdk'
import {
  ApiError,
  Checkbox,
  Field,
  FormDialog,
  Input,
  conversationVariables,
  toast,
  useErrorText,
  usePermission,
  useWords,
  valuesToSend,
} from '@recado/sdk/ui'
import { useState } from 'react'
import { maxNameLength } from '../../macros/limits.ts'
import type { Macro } from '../../macros/macro.ts'
import { offeredAs } from '../../macros/offered.ts'
import { useOffer, useSave } from '../use-macros.ts'
import { inputsOf, newStep, stepOf, withText, type StepInput } from './step-inputs.ts'
import { countOf, noStepProblems, remaining, type StepProblems } from './step-problems.ts'
import { StepsEditor } from './steps-editor.tsx'
import { useChoices } from './use-choices.ts'
import { useStepProblems } from './use-step-problems.ts'

interface Problems extends StepProblems {
  readonly name?: string
  readonly isEmpty?: boolean
}

/** Input of an action, in the form of its fields. */
const sendable = (step: StepInput, offer: readonly AutomationBlock[]): StepInput => {
  const action = offeredAs(offer, step)
  return action ? { ...step, input: valuesToSend(action.fields, step.input) } : step
}

/**
 * Editor of a new or existing macro. Unmounted when it closes, so that it starts empty each time; a refused one stays
 * as it was typed.
 */
export function Editor({ macro, onClose }: { macro: Macro | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const save = useSave()
  const choices = useChoices()
  const { data: offer, error: offerFailure } = useOffer()
  const ofSteps = useStepProblems(choices.isThere, offer)
  const mayManage = usePermission('manage')
  const [name, setName] = useState(macro?.name ?? '')
  const [shared, setShared] = useState(macro?.shared ?? false)
  const [steps, setSteps] = useState<readonly StepInput[]>(() => (macro ? inputsOf(macro) : [newStep([], 'reply')]))
  const [problems, setProblems] = useState<Problems>(noStepProblems)
  const [refusal, setRefusal] = useState<unknown>()
  const [attempts, setAttempts] = useState(0)

  const changeName = (typed: string) => {
    setName(typed)
    setProblems(({ name: _judged, ...others }) => others)
  }
  const changeSteps = (next: readonly StepInput[]) => {
    setSteps(next)
    setProblems((known) => ({ ...known, ...remaining(known, steps, next) }))
  }
  const submit = async () => {
    const found: Problems = {
      ...ofSteps.found(steps),
      ...(name.trim() === '' && { name: t('invalid.name') }),
      isEmpty: steps.length === 0,
    }
    setProblems(found)
    setRefusal(undefined)
    const isWrong = found.name !== undefined || steps.length === 0 || countOf(found) > 0
    if (isWrong) setAttempts((before) => before + 1)
    if (isWrong || save.isPending) return
    try {
      await save.mutateAsync({
        id: macro?.id,
        name: name.trim(),
        shared,
        steps: steps.map((step) => stepOf(sendable(step, offer ?? []))),
      })
      toast.success(t('editor.saved'))
      onClose()
    } catch (thrown) {
      const refused = ofSteps.refused(steps, thrown)
      const isTaken = ApiError.is(thrown) && thrown.code === 'ERR_MACRO_EXISTS'
      setProblems({ ...refused, ...(isTaken && { name: textOf(thrown) }) })
      if (!isTaken && countOf(refused) === 0) setRefusal(thrown)
      setAttempts((before) => before + 1)
    }
  }
  return (
    <FormDialog
      title={t(macro ? 'editor.edit' : 'editor.create')}
      shape="wide"
      busy={save.isPending}
      problem={refusal === undefined ? undefined : textOf(refusal)}
      mistakes={attempts}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('field.name')} error={problems.name} required>
        <Input
          autoFocus
          value={name}
          maxLength={maxNameLength}
          autoComplete="off"
          onChange={(event) => changeName(event.target.value)}
        />
      </Field>
      {mayManage ? (
        <Checkbox checked={shared} label={t('field.shared')} onCheckedChange={setShared} />
      ) : (
        <p className="text-xs text-ink-muted">{t('help.personal')}</p>
      )}
      <StepsEditor
        steps={steps}
        problems={problems.steps}
        issues={problems.issues}
        choices={choices}
        offer={offer}
        onChange={changeSteps}
      />
      {offerFailure && <p className="text-xs text-warning">{t('steps.noOffer', { why: textOf(offerFailure) })}</p>}
      {problems.isEmpty && steps.length === 0 && (
        <p role="alert" className="text-danger">
          {t('invalid.steps')}
        </p>
      )}
      {steps.some(({ kind }) => withText.includes(kind)) && (
        <p className="text-xs break-words text-ink-muted">
          {t('help.variables', {
            variables: conversationVariables.map((variable) => `{{${variable}}}`).join(' '),
            interpolation: { escapeValue: false },
          })}
        </p>
      )}
    </FormDialog>
  )
}
