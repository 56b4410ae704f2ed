import { useWords } from '@recado/sdk/ui'
import type { Rehearsal } from '../../prompts/routes.ts'
import { useCostText } from '../cost-text.ts'
import { useReasonText } from '../reason-text.ts'

/** What a draft would say and do: its words, calls with their arguments, what it rests on, and what it cost. */
export function Rehearsed({ rehearsal }: { rehearsal: Rehearsal }) {
  const { t } = useWords()
  const { money } = useCostText()
  const reasonText = useReasonText()
  const { text, handOver, calls, sources, tokens, cost } = rehearsal
  const used = tokens.input + tokens.output
  return (
    <>
      {text !== '' && <p className="break-words whitespace-pre-wrap">{text}</p>}
      {calls.map(({ name, arguments: given }, at) => (
        <p key={at} className="text-xs text-ink-muted">
          {t('trial.would', { name })}
          {Object.entries(given).map(([key, value]) => (
            <span key={key}>
              {' '}
              {key}: {String(value)}
            </span>
          ))}
        </p>
      ))}
      {handOver !== null && (
        <p className="text-xs text-warning">{t('trial.handsOver', { reason: reasonText(handOver) })}</p>
      )}
      {sources.length > 0 && (
        <p className="text-xs text-ink-muted">{t('trial.sources', { titles: sources.join(', ') })}</p>
      )}
      {used > 0 && (
        <p className="text-xs text-ink-muted">
          {t('trial.tokens', { count: used })}
          {cost && <> · {money(cost)}</>}
        </p>
      )}
    </>
  )
}
