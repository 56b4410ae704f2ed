import { Icon, useWords } from '@recado/sdk/ui'
import type { ReactNode } from 'react'
import type { Subject } from '../macros/macro.ts'
import type { Step } from '../macros/step.ts'
import { stepIcons, useStepWords } from './use-step-words.ts'

/** One step as a line: what it does, and below that it is about something that is not there any more, unless `children` say so. */
export function StepLine({ step, subject, children }: { step: Step; subject: Subject | undefined; children?: ReactNode }) {
  const { t } = useWords()
  const words = useStepWords()
  return (
    <span className="flex min-w-0 items-start gap-2">
      <Icon name={stepIcons[step.kind]} size={15} className="mt-0.5 shrink-0 text-ink-muted" />
      <span className="flex min-w-0 flex-1 flex-col gap-0.5">
        <span className={step.kind === 'reply' || step.kind === 'note' ? 'line-clamp-2 break-words' : 'break-words'} dir="auto">{words(step, subject)}</span>
        {subject?.isGone && !children && <span className="text-xs text-warning">{t(`gone.${step.kind === 'toUser' ? 'user' : step.kind === 'toQueue' ? 'queue' : 'tag'}`)}</span>}
        {children}
      </span>
    </span>
  )
}
