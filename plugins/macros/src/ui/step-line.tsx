import { Icon, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import { offeredAs } from '../macros/offered.ts'
import type { Macro } from '../macros/macro.ts'
import type { Step } from '../macros/step.ts'
import { ActionLine } from './action-line.tsx'
import { stepIcons, subjectIn, useStepWords } from './use-step-words.ts'

/** One step as a line: its effect, and below it a notice of a deleted subject, unless `children` contain it. */
export function StepLine({
  step,
  macro,
  children,
}: {
  step: Step
  macro: Pick<Macro, 'subjects' | 'actions'>
  children?: ReactNode
}) {
  const { t } = useWords()
  const words = useStepWords()
  const action = offeredAs(macro.actions, step)
  const subject = subjectIn(macro, step)
  const icon = step.kind === 'action' ? (action?.icon ?? 'puzzle') : stepIcons[step.kind]
  return (
    <span className="flex min-w-0 items-start gap-2">
      <Icon name={icon} size={15} className="mt-0.5 shrink-0 text-ink-muted" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        {step.kind !== 'action' && (
          <span
            className={step.kind === 'reply' || step.kind === 'note' ? 'line-clamp-2 break-words' : 'break-words'}
            dir="auto"
          >
            {words(step, subject)}
          </span>
        )}
        {step.kind === 'action' &&
          (action ? <ActionLine action={action} input={step.input} /> : <span>{t('kind.action')}</span>)}
        {!children && subject?.isGone && (
          <span className="text-xs text-warning">
            {t(`gone.${step.kind === 'toUser' ? 'user' : step.kind === 'toQueue' ? 'queue' : 'tag'}`)}
          </span>
        )}
        {!children && step.kind === 'action' && !action && (
          <span className="text-xs break-words text-warning">{t('gone.action', { plugin: step.plugin })}</span>
        )}
        {children}
      </span>
    </span>
  )
}
