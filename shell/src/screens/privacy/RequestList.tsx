import { Badge, Button, EmptyState, ErrorState, Skeleton, type BadgeProps } from '@recado/sdk/ui'
import { Download, Eraser, FileArchive, ShieldCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { TimeInSentence } from '../../base/ui/TimeInSentence.tsx'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { fileSize } from '../../base/ui/file-size.ts'
import type { PrivacyRequest } from '../../base/contracts.ts'
import { usePrivacyActs, type usePrivacyRequests } from './use-privacy.ts'

const tones: Record<PrivacyRequest['state'], NonNullable<BadgeProps['tone']>> = {
  running: 'accent',
  done: 'success',
  failed: 'danger',
  expired: 'neutral',
}

/** Requests and their results. The receipt of an erasure stays; it holds numbers alone. */
export function RequestList({ requests }: { requests: ReturnType<typeof usePrivacyRequests> }) {
  const { t } = useTranslation('privacy')
  const { download } = usePrivacyActs()
  const all = requests.data?.pages.flatMap((page) => page.requests) ?? []
  return (
    <section aria-labelledby="privacy-requests" className="flex flex-col gap-3">
      <h2 id="privacy-requests" className="text-title font-semibold">
        {t('requests.title')}
      </h2>
      {requests.isPending && <Skeleton lines={4} />}
      {requests.isError && (
        <ErrorState what={t('requests.what')} error={requests.error} onRetry={() => void requests.refetch()} />
      )}
      {requests.isSuccess && all.length === 0 && (
        <EmptyState icon={<ShieldCheck size={22} />} title={t('requests.none')}>
          {t('requests.noneDetail')}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className="flex flex-col divide-y divide-line rounded-lg border border-line bg-surface">
          {all.map((request) => (
            <Request
              key={request.id}
              request={request}
              busy={download.isPending && download.variables === request.id}
              onDownload={() => download.mutate(request.id, { onError: reportFailure })}
            />
          ))}
        </ul>
      )}
      {requests.hasNextPage && (
        <Button
          className="self-center"
          busy={requests.isFetchingNextPage}
          onClick={() => void requests.fetchNextPage()}
        >
          {t('audit.more')}
        </Button>
      )}
    </section>
  )
}

function Request({ request, busy, onDownload }: { request: PrivacyRequest; busy: boolean; onDownload(): void }) {
  const { t, i18n } = useTranslation('privacy')
  const { kind, state, counts, waitingFor } = request
  const moment = (at: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(new Date(at))
  const Mark = kind === 'export' ? FileArchive : Eraser
  return (
    <li className="flex flex-col gap-2 px-4 py-3 text-list">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <Mark size={18} aria-hidden className="mt-0.5 shrink-0 text-ink-muted" />
        <div className="min-w-40 flex-1">
          <p className="wrap-anywhere">
            <span className="font-medium">{t(`requests.${kind}`)}</span>: {request.contact.name}
          </p>
          <p className="text-xs text-ink-muted">
            <TimeInSentence
              at={request.createdAt}
              sentence={(at) => t('requests.asked', { name: request.requestedBy.name ?? t('audit.outsider'), at })}
            />
            {request.reason && ` · ${t(`reasons.${request.reason}`)}`}
          </p>
        </div>
        <Badge tone={tones[state]}>{t(`requests.state.${state}`)}</Badge>
        {kind === 'export' && state === 'done' && (
          <Button size="small" icon={<Download size={14} />} busy={busy} onClick={onDownload}>
            {t('requests.download', { size: fileSize(request.bytes ?? 0, i18n.language) })}
          </Button>
        )}
      </div>
      {state === 'running' && (
        <progress
          className="h-1.5 w-full accent-accent"
          aria-label={t('requests.progress')}
          value={request.progress}
          max={1}
        />
      )}
      {state === 'done' && kind === 'erasure' && (
        <p className="text-xs text-ink-muted">
          <TimeInSentence
            at={request.finishedAt!}
            sentence={(at) =>
              t('requests.receipt', {
                messages: t('messageCount', { count: counts.messages ?? 0 }),
                files: t('fileCount', { count: counts.files ?? 0 }),
                tickets: t('ticketCount', { count: counts.tickets ?? 0 }),
                at,
              })
            }
          />
        </p>
      )}
      {state === 'done' && kind === 'export' && request.expiresAt && (
        <p className="text-xs text-ink-muted">{t('requests.expires', { at: moment(request.expiresAt) })}</p>
      )}
      {state === 'failed' && <p className="text-xs text-ink-muted">{t('requests.failedDetail')}</p>}
      {waitingFor.length > 0 && (
        <p className="text-xs text-warning">
          {t(state === 'running' ? 'requests.waiting' : 'requests.without', { plugins: waitingFor.join(', ') })}
        </p>
      )}
    </li>
  )
}
