import { Button, Icon, toast, useApi, useWords, type SlotMap } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ThreadOwner } from '../../control/routes.ts'

/** Meta's own inboxes, of pages and of Instagram, among the apps that may have a conversation. */
const inboxes: readonly (string | null)[] = ['263902037430900', '1217981644879628']
const everyMs = 60_000

/**
 * Above the editor of a conversation: that another app answers it, and taking it over. Meta tells nobody
 * whose it is by itself, so that it is asked with each message and now and then.
 */
export default function ControlNotice({ ticket }: SlotMap['ticket.composer.above']) {
  const { t } = useWords()
  const api = useApi()
  const queries = useQueryClient()
  const path = `control/${ticket.id}`
  const key = ['meta', 'control', ticket.id]
  const owner = useQuery({
    queryKey: [...key, ticket.lastMessageAt],
    queryFn: ({ signal }) => api.get<ThreadOwner>(path, { signal }),
    enabled: ticket.status !== 'closed',
    refetchInterval: everyMs,
    placeholderData: (before) => before,
    retry: false,
  })
  const change = useMutation({
    mutationFn: (act: 'take' | 'release') => api.post<ThreadOwner>(`${path}/${act}`),
    onSuccess: (now) => queries.setQueryData([...key, ticket.lastMessageAt], now),
    onError: (error) => toast.error(error),
  })
  const isTaken = change.data?.owner === 'here' && owner.data?.owner === 'here'
  const other = inboxes.includes(owner.data?.appId ?? null)
    ? 'control.inbox'
    : ticket.channel === 'instagram'
      ? 'control.otherOfAccount'
      : 'control.other'
  // A question that Meta does not answer takes nothing from who writes.
  if (!owner.data || (owner.data.owner !== 'elsewhere' && !isTaken)) return null
  return (
    <section
      aria-label={t('control.title')}
      className="flex flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line bg-warning-soft px-3 py-2 text-list"
    >
      <Icon name={isTaken ? 'check' : 'triangle-alert'} size={16} className="shrink-0" />
      <p role="status" className="min-w-0 flex-1 basis-48">
        {isTaken ? t('control.taken') : t(other)}
      </p>
      <Button size="small" busy={change.isPending} onClick={() => change.mutate(isTaken ? 'release' : 'take')}>
        {t(isTaken ? 'control.release' : 'control.take')}
      </Button>
    </section>
  )
}
