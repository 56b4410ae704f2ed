import { Button, ErrorState, Skeleton, useApi, usePermission, useViewer } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { TimeAgo } from '../../../base/ui/TimeAgo.tsx'
import { reportFailure } from '../../../base/ui/report-failure.ts'
import { showTicket } from '../../../data/tickets/use-ticket.ts'
import type { Contact, Ticket } from '../../../base/contracts.ts'
import { MessagePreview } from '../../../parts/messages/MessagePreview.tsx'
import { differenceOf, type ListChange } from '../../../parts/contacts/contact-draft.ts'
import { EditContact } from '../../../parts/contacts/ContactForm.tsx'
import { TagPicker } from '../../../parts/contacts/TagPicker.tsx'
import { useContactActs, useContactTickets } from '../../../data/contacts/use-contacts.ts'
import { WalletPicker } from '../../../parts/contacts/WalletPicker.tsx'

/* Fields that the side panel of a conversation offers to change, of the contact and of the conversation itself. */

const earlierAtOnce = 5

/** S2-051: opens the whole record from beside the conversation. */
export function EditInPanel({ contact }: { contact: Contact }) {
  const { t } = useTranslation('contacts')
  const mayWrite = usePermission('contacts.write')
  const [open, setOpen] = useState(false)
  if (!mayWrite) return null
  return (
    <>
      <Button size="small" className="self-start" icon={<Pencil size={14} />} onClick={() => setOpen(true)}>
        {t('panel.edit')}
      </Button>
      {open && <EditContact contactId={contact.id} onClose={() => setOpen(false)} />}
    </>
  )
}

/**
 * A choice is shown at once and reverted when it could not be stored. Only differences are sent, one change after the
 * other: neither a colleague's other changes nor a faster answer to a later click undoes it.
 */
function useKept<T extends { readonly id: string }>(
  stored: T[],
  send: (change: ListChange<T['id']>) => Promise<unknown>,
) {
  const [chosen, setChosen] = useState<T[] | null>(null)
  const last = useRef(Promise.resolve())
  const shown = chosen ?? stored
  const keep = (value: T[]): void => {
    setChosen(value)
    const change = differenceOf<T['id']>(shown, value)
    const sent = last.current.then(() => send(change)).then(() => undefined, reportFailure)
    last.current = sent
    void sent.then(() => {
      if (last.current === sent) setChosen(null)
    })
  }
  return [shown, keep] as const
}

/** S2-053. */
export function TagsInPanel({ contact }: { contact: Contact }) {
  const mayWrite = usePermission('contacts.write')
  const { change } = useContactActs()
  const [tags, keep] = useKept(contact.tags, (retag) => change.mutateAsync({ id: contact.id, retag }))
  return <TagPicker tags={tags} onChange={(next) => keep(next as Contact['tags'])} disabled={!mayWrite} />
}

/** S1-017: tags of this conversation, independent of its contact. Concurrent changes of colleagues stay. */
export function useTicketTags(ticket: Ticket) {
  const api = useApi()
  const queries = useQueryClient()
  const { userId } = useViewer()
  return useKept(ticket.tags, async (retag) =>
    showTicket(queries, await api.put<Ticket>(`/tickets/${ticket.id}`, { retag }), userId),
  )
}

export function TicketTagsInPanel({ ticket }: { ticket: Ticket }) {
  const mayWrite = usePermission('tickets.write')
  const [tags, keep] = useTicketTags(ticket)
  return <TagPicker tags={tags} onChange={(next) => keep(next as Ticket['tags'])} disabled={!mayWrite} />
}

/** S2-054. */
export function WalletInPanel({ contact }: { contact: Contact }) {
  const mayOwn = usePermission('contacts.wallet')
  const { change } = useContactActs()
  const [wallets, keep] = useKept(contact.wallets, (walletChange) =>
    change.mutateAsync({ id: contact.id, walletChange }),
  )
  return <WalletPicker wallets={wallets} onChange={(next) => keep(next as Contact['wallets'])} disabled={!mayOwn} />
}

/** Earlier tickets of the contact, as far as the agent may see them. */
export function EarlierTickets({ contactId, ticketId }: { contactId: string; ticketId: string }) {
  const { t } = useTranslation('contacts')
  const query = useContactTickets(contactId, earlierAtOnce)
  const tickets = query.data?.pages.flatMap((page) => page.tickets).filter(({ id }) => id !== ticketId) ?? []
  if (query.isPending) return <Skeleton lines={3} />
  if (query.isError)
    return <ErrorState what={t('panel.earlier')} error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="flex flex-col items-start gap-2">
      {tickets.length === 0 && <p className="text-list text-ink-muted">{t('panel.noEarlier')}</p>}
      <ul className="flex w-full flex-col gap-1 empty:hidden">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <Link
              to="/atendimento/$ticketId"
              params={{ ticketId: ticket.id }}
              className="flex flex-col rounded-md px-2 py-1.5 leading-tight hover:bg-hover"
            >
              <span className="flex items-baseline gap-2 text-list">
                <span className="min-w-0 flex-1 truncate">
                  {ticket.lastMessageAt === null ? (
                    ticket.protocol
                  ) : (
                    <MessagePreview words={ticket.lastMessage} content={ticket.lastContent} />
                  )}
                </span>
                <TimeAgo at={ticket.updatedAt} className="shrink-0 text-xs text-ink-muted tabular-nums" />
              </span>
              <span className="truncate text-xs text-ink-muted">
                {[t(`attendance:status.${ticket.status}`), ticket.whatsapp.name, ticket.username]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {query.hasNextPage && (
        <Button size="small" variant="ghost" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </Button>
      )}
    </div>
  )
}
