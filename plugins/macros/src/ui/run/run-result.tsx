import { Badge, useErrorText, useWords } from '@recado/sdk/ui'
import type { Macro } from '../../macros/macro.ts'
import type { RunAnswer } from '../../runs/run.ts'
import { StepLine } from '../step-line.tsx'

const tones = { done: 'success', refused: 'danger', skipped: 'neutral', waiting: 'neutral' } as const

/** Result of a run: done, refused and skipped steps, with reasons. */
export function RunResult({ macro, answer }: { macro: Macro; answer: RunAnswer }) {
  const { t } = useWords()
  const textOf = useErrorText()
  return (
    <ol className="flex flex-col gap-2 text-list">
      {macro.steps.map((step, at) => {
        const { state, error } = answer.steps[at] ?? { state: 'waiting' as const, error: null }
        return (
          <li key={at} className="flex items-start gap-3">
            <span className="min-w-0 flex-1">
              <StepLine step={step} macro={macro}>
                {error && <span className="text-xs text-danger">{textOf(error)}</span>}
              </StepLine>
            </span>
            <Badge tone={tones[state]}>{t(`result.${state}`)}</Badge>
          </li>
        )
      })}
    </ol>
  )
}
