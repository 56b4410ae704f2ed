import { Button, Checkbox, Dialog, Field, Select, Textarea, toast, useErrorText, useViewer } from '@recado/sdk/ui'
import { Forward } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Queue, Ticket, UserWithQueues } from '../../../base/contracts.ts'
import { useQueues } from '../../../data/queues/use-queues.ts'
import { Receivers } from './Receivers.tsx'
import { obstacleOf, useTransfer } from './use-transfer.ts'

const noteLimit = 1000

export interface TransferDialogProps {
  ticket: Ticket
  onClose(): void
  /** After it is done; `isSeen` says whether the ticket may still be shown. */
  onDone(isSeen: boolean): void
}

/**
 * S2-101: gives a ticket to a queue, to somebody, or to both. A refusal leaves everything that was chosen and written.
 */
export function TransferDialog({ ticket, onClose, onDone }: TransferDialogProps) {
  const { t } = useTranslation('tickets')
  const viewer = useViewer()
  const textOf = useErrorText()
  const queues = useQueues().filter((queue) => queue.isActive && queue.id !== ticket.queueId)
  const [queueId, setQueue] = useState('')
  const [receiver, setReceiver] = useState<UserWithQueues | null>(null)
  const [note, setNote] = useState('')
  const [newTicket, setNewTicket] = useState(false)
  const transfer = useTransfer(ticket)
  const target = (queueId || ticket.queueId) as Queue['id'] | null
  const isComplete = receiver
    ? obstacleOf(receiver, viewer, ticket, target) === null
    : target !== null && (queueId !== '' || ticket.userId !== null)
  const send = () =>
    transfer.mutate(
      { userId: receiver?.id ?? null, queueId: target, newTicket, ...(note.trim() === '' ? {} : { note }) },
      {
        onSuccess: ({ isSeen }) => {
          toast.success(
            receiver
              ? t('transfer.doneUser', { name: receiver.name })
              : t('transfer.doneQueue', {
                  name: queues.find((queue) => queue.id === queueId)?.queue ?? ticket.queue ?? '',
                }),
          )
          onClose()
          onDone(isSeen)
        },
      },
    )
  return (
    <Dialog
      title={t('transfer.title')}
      description={t('transfer.of', { name: ticket.name, protocol: ticket.protocol })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant="primary"
            icon={<Forward size={15} />}
            disabled={!isComplete}
            busy={transfer.isPending}
            onClick={send}
          >
            {t('transfer.confirm')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t('transfer.queue')}>
          <Select
            value={queueId}
            onValueChange={setQueue}
            options={[
              { value: '', label: ticket.queue ? t('transfer.stays', { queue: ticket.queue }) : t('transfer.noQueue') },
              ...queues.map((queue) => ({ value: queue.id, label: queue.queue })),
            ]}
          />
        </Field>
        <Receivers ticket={ticket} queueId={target} chosen={receiver} onChoose={setReceiver} />
        <Field label={t('transfer.note')} help={t('transfer.noteHelp')}>
          <Textarea rows={2} maxLength={noteLimit} value={note} onChange={(event) => setNote(event.target.value)} />
        </Field>
        {ticket.status !== 'group' && (
          <div className="flex flex-col gap-1">
            <Checkbox label={t('transfer.newTicket')} checked={newTicket} onCheckedChange={setNewTicket} />
            {newTicket && <p className="pl-6 text-xs text-ink-muted">{t('transfer.newTicketDetail')}</p>}
          </div>
        )}
        {transfer.isError && (
          <p role="alert" className="k-field-error">
            {textOf(transfer.error)}
          </p>
        )}
      </div>
    </Dialog>
  )
}
