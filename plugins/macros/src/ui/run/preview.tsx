import { ErrorState, Skeleton, useErrorText, useWords } from '@recado/sdk/ui'
import type { Macro } from '../../macros/macro.ts'
import type { Step } from '../../macros/step.ts'
import { StepLine } from '../step-line.tsx'
import { usePreview } from './use-preview.ts'

/** The step with its texts as they will be read. */
const filled = (step: Step, text: string | null | undefined): Step =>
  (step.kind === 'reply' || step.kind === 'note') && text ? { ...step, text } : step

/** Preview of a macro for this conversation, step by step, with the expected refusals. */
export function Preview({ macro, ticketId }: { macro: Macro; ticketId: string }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const { data, isPending, isError, error, refetch, isPlaceholderData } = usePreview(macro.id, ticketId)
  if (isPending) return <Skeleton lines={3} height="1.5rem" />
  if (isError) return <ErrorState what={t('run.preview')} error={error} onRetry={() => void refetch()} />
  return (
    <ol aria-busy={isPlaceholderData} className="flex flex-col gap-2 rounded-md border border-line p-3 text-list">
      {macro.steps.map((step, at) => {
        const seen = isPlaceholderData ? undefined : data.steps[at]
        return (
          <li key={at}>
            <StepLine step={filled(step, seen?.text)} macro={macro}>
              {seen && seen.empty.length + seen.unknown.length + Number(seen.problem !== null) > 0 && (
                <>
                  {seen.empty.map((name) => (
                    <span key={name} className="text-xs text-warning">
                      {t('preview.empty', { name })}
                    </span>
                  ))}
                  {seen.unknown.map((name) => (
                    <span key={name} className="text-xs text-warning">
                      {t('preview.unknown', { name })}
                    </span>
                  ))}
                  {seen.problem && (
                    <span className="text-xs text-danger">{t('preview.problem', { why: textOf(seen.problem) })}</span>
                  )}
                </>
              )}
            </StepLine>
          </li>
        )
      })}
    </ol>
  )
}
