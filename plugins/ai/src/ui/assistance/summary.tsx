import {
  Button,
  ErrorState,
  Skeleton,
  useApi,
  useErrorText,
  usePermission,
  useTicketNews,
  useWords,
} from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useReasonText } from '../reason-text.ts'
import { useAssistance } from '../use-assistance.ts'
import { useStream } from '../use-stream.ts'

interface Kept {
  readonly summary: { readonly text: string; readonly reason: string | null; readonly at: string } | null
}

/** The summary of a conversation, and why a machine handed it over. */
export function Summary({ ticketId }: { ticketId: string }) {
  const { t, i18n } = useWords()
  const api = useApi()
  const maySummarize = usePermission('summarize')
  const { summaries } = useAssistance()
  const textOf = useErrorText()
  const reasonText = useReasonText()
  const { streamed, start } = useStream()
  const kept = useQuery({
    queryKey: ['ai', 'summary', ticketId],
    queryFn: ({ signal }) => api.get<Kept>(`summaries/${ticketId}`, { signal }),
  })
  useTicketNews(ticketId, () => void kept.refetch())
  if (kept.isPending) return <Skeleton lines={2} />
  if (kept.isError)
    return <ErrorState what={t('summary.title')} error={kept.error} onRetry={() => void kept.refetch()} />
  const { summary } = kept.data
  const isComing = streamed.state === 'coming'
  const text = isComing || streamed.state === 'done' ? streamed.text : summary?.text
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-list font-medium">{t('summary.title')}</h3>
      {summary?.reason && (
        <p className="rounded-md bg-warning-soft px-3 py-2 text-list">
          {t('summary.handedOver', { reason: reasonText(summary.reason) })}
        </p>
      )}
      <p aria-live="polite" aria-busy={isComing} className="text-list break-words whitespace-pre-wrap">
        {text || <span className="text-ink-muted">{t('summary.none')}</span>}
      </p>
      {summary && !isComing && (
        <p className="text-xs text-ink-muted">
          {new Date(summary.at).toLocaleString(i18n.language, { dateStyle: 'short', timeStyle: 'short' })}
        </p>
      )}
      {streamed.state === 'failed' && (
        <p role="alert" className="text-list text-danger">
          {textOf(streamed.error)}
        </p>
      )}
      {maySummarize && summaries && (
        <Button
          size="small"
          className="self-start"
          busy={isComing}
          onClick={() => void start(`summaries/${ticketId}`, {})}
        >
          {t(summary ? 'summary.again' : 'summary.make')}
        </Button>
      )}
    </section>
  )
}
