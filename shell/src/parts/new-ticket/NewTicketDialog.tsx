import {
  Button,
  Checkbox,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Select,
  Skeleton,
  toast,
  useErrorText,
} from '@recado/sdk/ui'
import { MessageSquarePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../base/api/error-code.ts'
import { useConnections } from '../../data/channels/use-connections.ts'
import { useQueues } from '../../data/queues/use-queues.ts'
import { ContactPick, type PickedContact } from './ContactPick.tsx'
import { useOpenTicket } from './use-new-ticket.ts'

/**
 * S2-100: begins a conversation with `contact`, or with somebody who is chosen or written down here. Where one is open
 * already, that one is offered (S8-040).
 */
export function NewTicketDialog({
  contact: given,
  onClose,
  onOpen,
}: {
  contact?: PickedContact
  onClose(): void
  onOpen(ticketId: string): void
}) {
  const { t } = useTranslation('tickets')
  const connections = useConnections()
  const active = connections.data?.filter((connection) => connection.isActive) ?? []
  const queues = useQueues().filter((queue) => queue.isActive)
  const [contact, setContact] = useState<PickedContact | null>(given ?? null)
  const [channel, setChannel] = useState('')
  const [queueId, setQueue] = useState('')
  const [isWaiting, setWaiting] = useState(false)
  const create = useOpenTicket()
  const channelId = channel || (active.find((connection) => connection.isDefault) ?? active[0])?.id
  const show = (ticketId: string) => {
    onClose()
    onOpen(ticketId)
  }
  const send = () => {
    if (!contact || !channelId) return
    create.mutate(
      { contactId: contact.id, channelId, queueId: queueId || null, status: isWaiting ? 'pending' : 'open' },
      {
        onSuccess: ({ ticket, isSeen }) => {
          toast.success(t('newTicket.opened'))
          if (isSeen) show(ticket.id)
          else onClose()
        },
      },
    )
  }
  const changed =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      create.reset()
      set(value)
    }
  return (
    <Dialog
      title={t('newTicket.title')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant="primary"
            icon={<MessageSquarePlus size={15} />}
            disabled={!contact || !channelId}
            busy={create.isPending}
            onClick={send}
          >
            {t('newTicket.confirm')}
          </Button>
        </>
      }
    >
      {connections.isPending ? (
        <Skeleton lines={5} height="2rem" />
      ) : connections.isError ? (
        <ErrorState
          what={t('newTicket.channel')}
          error={connections.error}
          onRetry={() => void connections.refetch()}
        />
      ) : active.length === 0 ? (
        <EmptyState title={t('newTicket.noChannels')}>{t('newTicket.noChannelsDetail')}</EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <ContactPick chosen={contact} onChoose={changed(setContact)} />
          <div className="grid gap-3 pane:grid-cols-2">
            <Field label={t('newTicket.channel')}>
              <Select
                value={channelId ?? ''}
                onValueChange={changed(setChannel)}
                options={active.map((connection) => ({ value: connection.id, label: connection.name }))}
              />
            </Field>
            <Field label={t('newTicket.queue')}>
              <Select
                value={queueId}
                onValueChange={setQueue}
                options={[
                  { value: '', label: t('newTicket.noQueue') },
                  ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
                ]}
              />
            </Field>
          </div>
          <Checkbox label={t('newTicket.wait')} checked={isWaiting} onCheckedChange={setWaiting} />
          {create.isError && <Refused error={create.error} onShow={show} />}
        </div>
      )}
    </Dialog>
  )
}

function Refused({ error, onShow }: { error: unknown; onShow(ticketId: string): void }) {
  const { t } = useTranslation('tickets')
  const textOf = useErrorText()
  const {
    code,
    facts: { ticketId, detail },
  } = asApiError(error)
  if (code !== 'ERR_OTHER_OPEN_TICKET')
    return (
      <p role="alert" className="k-field-error">
        {textOf(error)}
      </p>
    )
  return (
    <div
      role="alert"
      className={
        'flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-warning-soft p-3 ' +
        'text-list'
      }
    >
      <span>{detail === undefined ? t('newTicket.existing') : t('newTicket.existingWith', { name: detail })}</span>
      {ticketId !== undefined && (
        <Button size="small" onClick={() => onShow(ticketId)}>
          {t('newTicket.goExisting')}
        </Button>
      )}
    </div>
  )
}
