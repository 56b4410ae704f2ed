import { ErrorState, Skeleton, useApi, useWords } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import type { SimilarConversation } from '../../similar/routes.ts'

/** Conversations about the same, each with its summary, to be opened. */
export function Similar({ ticketId }: { ticketId: string }) {
  const { t, i18n } = useWords()
  const api = useApi()
  const found = useQuery({
    queryKey: ['ai', 'similar', ticketId],
    queryFn: ({ signal }) => api.get<{ conversations: SimilarConversation[] }>(`similar/${ticketId}`, { signal }),
    staleTime: 60_000,
  })
  return (
    <section className="flex flex-col gap-2">
      <h3 className="text-list font-medium">{t('similar.title')}</h3>
      {found.isPending && <Skeleton lines={2} />}
      {found.isError && (
        <ErrorState what={t('similar.title')} error={found.error} onRetry={() => void found.refetch()} />
      )}
      {found.data?.conversations.length === 0 && <p className="text-list text-ink-muted">{t('similar.none')}</p>}
      {found.data?.conversations.map(({ ticketId: id, protocol, name, summary, at }) => (
        <article key={id} className="rounded-md border border-line px-3 py-2 text-list">
          <a className="font-medium break-words underline underline-offset-2" href={`#/atendimento/${id}`}>
            {name}
          </a>
          <p className="text-xs text-ink-muted">
            {protocol} · {new Date(at).toLocaleDateString(i18n.language)}
          </p>
          <p className="break-words whitespace-pre-wrap">{summary}</p>
        </article>
      ))}
    </section>
  )
}
