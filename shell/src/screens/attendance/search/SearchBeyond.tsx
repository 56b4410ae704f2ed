import { Avatar, Button, ChannelBadge, ColorDot, usePermission } from '@recado/sdk/ui'
import { CornerUpLeft, Paperclip } from 'lucide-react'
import { useId, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isSearchable, type ContactListed, type Tag, type Ticket } from '../../../base/contracts.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { RelativeTime } from '../../../base/ui/RelativeTime.tsx'
import { useContactSearch } from '../../../data/contacts/use-contact.ts'
import { useMessageSearch, type FoundTicket } from '../../../data/messages/use-message-search.ts'
import { useFoundTickets } from '../../../data/tickets/use-found-tickets.ts'
import { useChannel } from '../use-channel.ts'
import { Excerpt } from './Excerpt.tsx'

/** Entries of one group; what else there is stands behind its link. */
const shownOfEach = 5

interface SearchBeyondProps {
  text: string
  /** Tickets that the list shows already. */
  listed: readonly Ticket[]
  onOpen(ticketId: string, messageId?: string): void
  /** Looks in messages alone. */
  onMessages(): void
}

/** What a search finds beyond the list that it narrows: people, conversations of all other lists, and messages. */
export function SearchBeyond({ text, listed, onOpen, onMessages }: SearchBeyondProps) {
  const { t } = useTranslation('attendance')
  const mayReadContacts = usePermission('contacts.read')
  const contacts = useContactSearch(mayReadContacts ? text : '')
  const tickets = useFoundTickets(text)
  const messages = useMessageSearch({ text, limit: shownOfEach })
  if (!isSearchable(text)) return null
  const people = (mayReadContacts ? (contacts.data?.pages[0]?.contacts ?? []) : []).slice(0, shownOfEach)
  const others = tickets.filter(({ id }) => !listed.some((ticket) => ticket.id === id)).slice(0, shownOfEach)
  const found = messages.results.slice(0, shownOfEach)
  return (
    <div className="pb-16" aria-busy={contacts.isFetching || messages.query.isFetching}>
      {others.length > 0 && (
        <Group title={t('find.group.conversations')}>
          {others.map((ticket) => (
            <FoundTicketRow key={ticket.id} ticket={ticket} onOpen={onOpen} />
          ))}
        </Group>
      )}
      {people.length > 0 && (
        <Group title={t('find.group.people')}>
          {people.map((contact) => (
            <FoundPerson key={contact.id} contact={contact} />
          ))}
        </Group>
      )}
      {found.length > 0 && (
        <Group
          title={t('find.group.messages')}
          action={
            <Button size="small" variant="ghost" onClick={onMessages}>
              {t('find.allMessages')}
            </Button>
          }
        >
          {found.map((one) => (
            <FoundMessage key={one.ticket.id} found={one} onOpen={onOpen} />
          ))}
        </Group>
      )}
    </div>
  )
}

function Group({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="pt-3">
      <div className="flex min-h-8 items-center justify-between gap-2 px-3">
        <h3 id={heading} className="text-xs font-semibold text-ink-muted">
          {title}
        </h3>
        {action}
      </div>
      <ul>{children}</ul>
    </section>
  )
}

const link =
  'flex min-h-12 items-center gap-3 px-3 py-1.5 text-list text-ink outline-offset-[-2px] hover:bg-hover no-underline'

/** A plain click is the list's; one with a key held down is the browser's. */
const plainly = (open: () => void) => (event: MouseEvent) => {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
  event.preventDefault()
  open()
}

function FoundPerson({ contact }: { contact: ContactListed }) {
  const written = useWrittenPhone()
  const detail = [contact.number === null ? null : written(contact.number), contact.email]
    .filter((value) => value !== null && value !== contact.name)
    .join(' · ')
  return (
    <li>
      <a href={`#/contatos/${contact.id}`} className={link}>
        <Avatar name={contact.name} src={contact.profilePicUrl} size={32} decorative />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <bdi>{contact.name}</bdi>
          </span>
          {detail !== '' && <span className="block truncate text-xs text-ink-muted tabular-nums">{detail}</span>}
        </span>
        <TagDots tags={contact.tags} />
      </a>
    </li>
  )
}

function FoundTicketRow({ ticket, onOpen }: { ticket: Ticket; onOpen(ticketId: string): void }) {
  const { t } = useTranslation('attendance')
  return (
    <li>
      <a href={`#/atendimento/${ticket.id}`} className={link} onClick={plainly(() => onOpen(ticket.id))}>
        <TicketFace ticket={ticket} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <bdi>{ticket.name}</bdi>
          </span>
          <span className="block truncate text-xs text-ink-muted">
            {[t(`status.${ticket.status}`), ticket.protocol, ticket.username].filter(Boolean).join(' · ')}
          </span>
        </span>
        <TagDots tags={ticket.tags} />
        <RelativeTime at={ticket.lastMessageAt ?? ticket.updatedAt} />
      </a>
    </li>
  )
}

function FoundMessage({
  found: { ticket, hits },
  onOpen,
}: {
  found: FoundTicket
  onOpen(ticketId: string, messageId: string): void
}) {
  const { t } = useTranslation('attendance')
  const [hit] = hits
  if (!hit) return null
  return (
    <li>
      <a
        href={`#/atendimento/${ticket.id}?mensagem=${hit.id}`}
        className={link}
        onClick={plainly(() => onOpen(ticket.id, hit.id))}
      >
        <TicketFace ticket={ticket} />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium">
            <bdi>{ticket.name}</bdi>
          </span>
          <span className="line-clamp-2 text-xs wrap-anywhere text-ink-muted">
            {hit.fromMe && (
              <CornerUpLeft size={12} className="mr-1 inline align-[-2px]" aria-label={t('list.sentByUs')} />
            )}
            {hit.isBeside && (
              <Paperclip size={12} className="mr-1 inline align-[-2px]" aria-label={t('attachment.list')} />
            )}
            <Excerpt pieces={hit.excerpt} />
          </span>
        </span>
        <RelativeTime at={hit.timestamp} />
      </a>
    </li>
  )
}

function TicketFace({ ticket }: { ticket: Ticket }) {
  const channel = useChannel(ticket.channel)
  return (
    <Avatar
      name={ticket.name}
      src={ticket.profilePicUrl}
      size={32}
      decorative
      badge={channel && <ChannelBadge color={channel.color} icon={channel.icon} label={channel.title} size={14} />}
    />
  )
}

const TagDots = ({ tags }: { tags: readonly Pick<Tag, 'id' | 'color' | 'tag'>[] }) => (
  <span className="flex shrink-0 gap-1">
    {tags.slice(0, 3).map(({ id, color, tag }) => (
      <ColorDot key={id} color={color} label={tag} hideLabel />
    ))}
  </span>
)
