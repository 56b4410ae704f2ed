import type { AutomationBlock } from '@recado/sdk'
import { Button, startingValues, useWords } from '@recado/sdk/ui'
import { useEffect, useRef, useState } from 'react'
import { maxSteps } from '../../macros/limits.ts'
import { moved } from '../moved.ts'
import { StepField } from './step-field.tsx'
import { newAction, newStep, type StepInput, type StepProblem } from './step-inputs.ts'
import { StepMenu } from './step-menu.tsx'
import type { Issues } from './step-problems.ts'
import type { useChoices } from './use-choices.ts'

interface StepsEditorProps {
  steps: readonly StepInput[]
  /** By the steps' keys, as the issues. */
  problems: ReadonlyMap<number, StepProblem>
  issues: ReadonlyMap<number, Issues>
  choices: ReturnType<typeof useChoices>
  /** Actions of other plugins; undefined until they are loaded. */
  offer: readonly AutomationBlock[] | undefined
  onChange(steps: readonly StepInput[]): void
}

/** The steps in the order in which they are done: added, moved by buttons, removed and brought back. */
export function StepsEditor({ steps, problems, issues, choices, offer, onChange }: StepsEditorProps) {
  const { t } = useWords()
  const [removed, setRemoved] = useState<{ step: StepInput; at: number }>()
  const [said, setSaid] = useState('')
  const undo = useRef<HTMLButtonElement>(null)
  // Removing a step moves the focus to the button that brings it back.
  useEffect(() => {
    if (removed) undo.current?.focus()
  }, [removed])

  const move = (from: number, to: number) => {
    onChange(moved(steps, from, to))
    setSaid(t('steps.moved', { number: to + 1, total: steps.length }))
  }
  const remove = (step: StepInput, at: number) => {
    setRemoved({ step, at })
    onChange(steps.filter(({ key }) => key !== step.key))
  }
  const bringBack = () => {
    if (!removed) return
    onChange(steps.toSpliced(removed.at, 0, removed.step))
    setRemoved(undefined)
  }
  const add = (made: (among: readonly StepInput[]) => StepInput) => {
    setRemoved(undefined)
    onChange([...steps, made(removed ? [...steps, removed.step] : steps)])
  }
  const isFull = steps.length >= maxSteps
  return (
    <div className="flex flex-col gap-3">
      <ol aria-label={t('steps.title')} className="flex flex-col gap-3">
        {steps.map((step, at) => (
          <StepField
            key={step.key}
            step={step}
            at={at}
            total={steps.length}
            problem={problems.get(step.key)}
            issues={issues.get(step.key)}
            choices={choices}
            offer={offer}
            onChange={(changed) => onChange(steps.map((one) => (one.key === changed.key ? changed : one)))}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(step, at)}
          />
        ))}
      </ol>
      <p role="status" className="sr-only">
        {said}
      </p>
      {removed && (
        <p className="flex items-center gap-2 text-sm">
          <span role="status">{t('steps.removed')}</span>
          <Button ref={undo} size="small" variant="ghost" onClick={bringBack}>
            {t('steps.undo')}
          </Button>
        </p>
      )}
      <p className="flex flex-wrap items-center gap-3">
        <StepMenu
          offer={offer ?? []}
          isFull={isFull}
          onAdd={(kind) => add((among) => newStep(among, kind))}
          onAddAction={(action) => add((among) => newAction(among, action, startingValues(action.fields, {})))}
        />
        {isFull && <span className="text-list text-ink-muted">{t('steps.full', { total: maxSteps })}</span>}
      </p>
    </div>
  )
}
