import { ApiError, Button, Checkbox, conversationVariables, Dialog, Field, Input, toast, useErrorText, usePermission, useWords } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import { maxNameLength } from '../../macros/limits.ts'
import type { Macro } from '../../macros/macro.ts'
import { useSave } from '../use-macros.ts'
import { inputsOf, newStep, problemsOf, stepOf, withText, type StepInput, type StepProblem } from './step-inputs.ts'
import { StepsEditor } from './steps-editor.tsx'
import { useChoices } from './use-choices.ts'

interface Problems { readonly name?: string; readonly steps: ReadonlyMap<number, StepProblem>; readonly isEmpty?: boolean }
const noProblems: Problems = { steps: new Map() }

/** Creates or changes one macro. Gone when it closes, so it starts anew each time; what is refused stays as it was typed. */
export function Editor({ macro, onClose }: { macro: Macro | undefined; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const form = useId()
  const save = useSave()
  const choices = useChoices()
  const mayManage = usePermission('manage')
  const [name, setName] = useState(macro?.name ?? '')
  const [shared, setShared] = useState(macro?.shared ?? false)
  const [steps, setSteps] = useState<readonly StepInput[]>(() => (macro ? inputsOf(macro) : [newStep([], 'reply')]))
  const [problems, setProblems] = useState(noProblems)
  const [refusal, setRefusal] = useState<unknown>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const found: Problems = { ...(name.trim() === '' && { name: t('invalid.name') }), steps: problemsOf(steps, choices.isThere), isEmpty: steps.length === 0 }
    setProblems(found)
    setRefusal(undefined)
    if (found.name !== undefined || found.isEmpty || found.steps.size > 0 || save.isPending) return
    try {
      await save.mutateAsync({ id: macro?.id, name: name.trim(), shared, steps: steps.map(stepOf) })
      toast.success(t('editor.saved'))
      onClose()
    } catch (thrown) {
      if (ApiError.is(thrown) && thrown.code === 'ERR_MACRO_EXISTS') setProblems({ ...noProblems, name: textOf(thrown) })
      else setRefusal(thrown)
    }
  }
  return (
    <Dialog
      open onOpenChange={(open) => { if (!open) onClose() }} shape="wide" title={t(macro ? 'editor.edit' : 'editor.create')}
      footer={<><Button onClick={onClose}>{t('editor.cancel')}</Button><Button type="submit" form={form} variant="primary" busy={save.isPending}>{t('editor.save')}</Button></>}
    >
      <form id={form} className="flex flex-col gap-4" noValidate onSubmit={(event) => void submit(event)}>
        <Field label={t('field.name')} error={problems.name} required><Input value={name} maxLength={maxNameLength} autoComplete="off" onChange={(event) => setName(event.target.value)} /></Field>
        {mayManage ? <Checkbox checked={shared} label={t('field.shared')} onCheckedChange={setShared} /> : <p className="text-xs text-ink-muted">{t('help.personal')}</p>}
        <StepsEditor steps={steps} problems={problems.steps} choices={choices} onChange={setSteps} />
        {problems.isEmpty && steps.length === 0 && <p role="alert" className="text-danger">{t('invalid.steps')}</p>}
        {steps.some(({ kind }) => withText.includes(kind)) && <p className="text-xs break-words text-ink-muted">{t('help.variables', { variables: conversationVariables.map((variable) => `{{${variable}}}`).join(' '), interpolation: { escapeValue: false } })}</p>}
        {refusal !== undefined && <p role="alert" className="text-danger">{textOf(refusal)}</p>}
      </form>
    </Dialog>
  )
}
