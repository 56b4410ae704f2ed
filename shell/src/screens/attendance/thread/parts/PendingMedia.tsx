import { Button, Spinner, useApi } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { FileText, RotateCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../../../base/ui/report-failure.ts'
import type { Part } from '../../../../base/contracts.ts'
import { ChannelText } from '../../../../parts/messages/ChannelText.tsx'

/** A file that is still with the provider: on its way, or not to be had until somebody asks again. */
export function PendingMedia({
  part,
  messageId,
}: {
  part: Extract<Part, { kind: 'pendingMedia' }>
  messageId: string
}) {
  const { t } = useTranslation('attendance')
  const api = useApi()
  // The answer comes as a push that shows the file on its way again.
  const retry = useMutation({
    mutationFn: () => api.post(`/messages/${messageId}/media/retry`),
    onError: reportFailure,
  })
  const name = part.name ?? t(`part.${part.as}`)
  const isFetching = part.state === 'fetching' || retry.isPending
  return (
    <span className="flex flex-col gap-1.5">
      <span
        className={
          'flex w-64 max-w-full items-center gap-2.5 rounded-md border border-line bg-surface p-2.5 text-list ' +
          'text-ink-muted'
        }
        role="status"
      >
        {isFetching ? <Spinner /> : <FileText size={18} className="shrink-0" aria-hidden />}
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block truncate font-medium text-ink">
            <bdi>{name}</bdi>
          </span>
          <span className="text-xs">{t(isFetching ? 'part.fetching' : 'part.unavailable')}</span>
        </span>
        {!isFetching && (
          <Button size="small" variant="ghost" icon={<RotateCw size={13} />} onClick={() => retry.mutate()}>
            {t('part.fetchAgain')}
          </Button>
        )}
      </span>
      {part.caption && <ChannelText text={part.caption} />}
    </span>
  )
}
