import {
  Avatar,
  Button,
  ChannelBadge,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  Input,
  Skeleton,
  toast,
  useApi,
  useErrorText,
} from '@recado/sdk/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Forward, SearchX } from 'lucide-react'
import { useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError, isTransient } from '../../../base/api/error-code.ts'
import { keys } from '../../../base/query-keys.ts'
import { searchedFor, type Message, type Ticket, type TicketPage } from '../../../base/contracts.ts'
import { messagesOf, type MessagePages } from '../../../data/messages/message-merge.ts'
import { useForward } from '../../../data/messages/use-message-calls.ts'
import { useServiceWindow } from '../composer/use-service-window.ts'
import { useChannel } from '../use-channel.ts'
import { ForwardLosses, lossesOf } from './ForwardLosses.tsx'

const pageSize = 20

/** Targets for forwarding: the conversations that the agent may see, with the losses before it is done. */
export function ForwardDialog({ ids, onClose, onDone }: { ids: readonly string[]; onClose(): void; onDone(): void }) {
  const { t } = useTranslation('attendance')
  const [term, setTerm] = useState('')
  const [target, setTarget] = useState<Ticket | null>(null)
  const channel = useChannel(target?.channel ?? '')
  const messages = useMessages(ids)
  const forward = useForward()
  const textOf = useErrorText()
  const losses = useMemo(() => (channel ? lossesOf(messages, channel.capabilities) : []), [messages, channel])
  const isClosed = useServiceWindow(target ?? {})?.open === false
  const isNothing =
    target !== null &&
    (channel === undefined ||
      losses.filter(({ isSent }) => !isSent).length === messages.flatMap(({ parts }) => parts).length)
  const send = () => {
    if (!target) return
    forward.mutate(
      { messages: ids, to: { contactId: target.contactId, channelId: target.channelId } },
      {
        onSuccess: () => {
          toast.success(t('forward.done', { name: target.name }))
          onDone()
          onClose()
        },
      },
    )
  }
  const problem = forward.error && asApiError(forward.error)
  return (
    <Dialog
      title={t('forward.title')}
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
            busy={forward.isPending}
            disabled={!target || isClosed || isNothing}
            onClick={send}
          >
            {t('forward.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('forward.search')} hideLabel>
          <Input
            type="search"
            value={term}
            placeholder={t('forward.search')}
            autoFocus
            onChange={(event) => setTerm(event.target.value)}
          />
        </Field>
        <TicketChoice term={useDeferredValue(term.trim())} chosen={target} onChoose={setTarget} />
        {target && (
          <div role="status" className="text-list">
            {isClosed ? (
              <p className="text-warning">{t('forward.windowClosed')}</p>
            ) : isNothing ? (
              <p className="text-warning">{t('forward.nothing')}</p>
            ) : (
              <ForwardLosses losses={losses} />
            )}
          </div>
        )}
        {problem && (
          <p role="alert" className="text-list text-danger">
            {isTransient(problem) ? t('forward.failed') : textOf(problem)}
          </p>
        )}
      </div>
    </Dialog>
  )
}

/** The chosen messages as they are loaded, in the order in which they were said. */
function useMessages(ids: readonly string[]): Message[] {
  const queries = useQueryClient()
  return useMemo(() => {
    const chosen = new Set(ids)
    return queries
      .getQueriesData<MessagePages>({ queryKey: keys.threads })
      .flatMap(([, pages]) => messagesOf(pages).filter((message) => chosen.has(message.id)))
  }, [queries, ids])
}

function TicketChoice({
  term,
  chosen,
  onChoose,
}: {
  term: string
  chosen: Ticket | null
  onChoose(ticket: Ticket): void
}) {
  const { t } = useTranslation('attendance')
  const api = useApi()
  const searchParam = searchedFor(term)
  const found = useQuery({
    queryKey: keys.forwardTargets(searchParam),
    queryFn: ({ signal }) =>
      api.get<TicketPage>('/tickets/', {
        signal,
        query: { searchParam, status: ['open', 'pending', 'group', 'closed'], showAll: true, limit: pageSize },
      }),
  })
  if (found.isPending) return <Skeleton lines={4} height="2.5rem" />
  if (found.isError)
    return <ErrorState what={t('forward.what')} error={found.error} onRetry={() => void found.refetch()} />
  const tickets = onePerChat(found.data.tickets)
  if (tickets.length === 0)
    return (
      <EmptyState icon={<SearchX size={20} />} title={t('forward.none')}>
        {t('forward.noneDetail')}
      </EmptyState>
    )
  return (
    <fieldset className="scroll-thin -mx-1 max-h-64 overflow-y-auto">
      <legend className="sr-only">{t('forward.title')}</legend>
      {tickets.map((ticket) => (
        <TicketOption key={ticket.id} ticket={ticket} isChosen={chosen?.id === ticket.id} onChoose={onChoose} />
      ))}
    </fieldset>
  )
}

function TicketOption({
  ticket,
  isChosen,
  onChoose,
}: {
  ticket: Ticket
  isChosen: boolean
  onChoose(ticket: Ticket): void
}) {
  const channel = useChannel(ticket.channel)
  return (
    <label
      className={
        'flex cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 text-list hover:bg-hover ' +
        'has-checked:bg-accent-soft'
      }
    >
      <input
        type="radio"
        name="forward-target"
        className="size-4 accent-accent"
        checked={isChosen}
        onChange={() => onChoose(ticket)}
      />
      <Avatar
        name={ticket.name}
        src={ticket.profilePicUrl}
        size={30}
        decorative
        badge={channel && <ChannelBadge color={channel.color} icon={channel.icon} label={channel.title} size={13} />}
      />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-medium">{ticket.name}</span>
        <span className="block truncate text-xs text-ink-muted">{ticket.whatsapp.name}</span>
      </span>
    </label>
  )
}

/** A contact is asked for once per connection, however many tickets they had on it: the newest stands for them. */
function onePerChat(tickets: readonly Ticket[]): Ticket[] {
  const chats = new Map<string, Ticket>()
  for (const ticket of tickets) {
    const chat = `${ticket.contactId}/${ticket.channelId}`
    const known = chats.get(chat)
    if (!known || (known.status === 'closed' && ticket.status !== 'closed')) chats.set(chat, ticket)
  }
  return [...chats.values()]
}
