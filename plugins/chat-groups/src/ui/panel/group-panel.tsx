import { ErrorState, Skeleton, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { NewGroup } from '../create/new-group.tsx'
import { useGroup, useGroupChannels } from '../use-group.ts'
import { GroupView } from './group-view.tsx'

/** The group of the conversation beside it; beside a person, a way to make one with them (S2-057). */
export default function GroupPanel({ ticket }: SlotMap['ticket.sidebar']) {
  return ticket.isGroup ? (
    <OfGroup key={ticket.id} ticketId={ticket.id} />
  ) : (
    <OfPerson key={ticket.id} ticket={ticket} />
  )
}

function OfGroup({ ticketId }: { ticketId: string }) {
  const { t } = useWords()
  const group = useGroup(ticketId)
  if (group.isPending) return <Skeleton lines={5} />
  if (group.isError) return <ErrorState what={t('what')} error={group.error} onRetry={() => void group.refetch()} />
  return <GroupView ticketId={ticketId} group={group.data} />
}

function OfPerson({ ticket }: SlotMap['ticket.sidebar']) {
  const { t } = useWords()
  const mayManage = usePermission('manage')
  const channels = useGroupChannels(mayManage).data?.channels ?? []
  const canCreate = channels.length > 0
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="text-sm text-ink-muted">{t(canCreate ? 'panel.person' : 'panel.noCreation')}</p>
      {canCreate && <NewGroup withContact={{ id: ticket.contactId, name: ticket.name }} />}
    </div>
  )
}
