import {
  Avatar,
  Badge,
  ColorDot,
  DropdownMenu,
  IconButton,
  MenuItem,
  MenuSeparator,
  usePermission,
} from '@recado/sdk/ui'
import { Link } from '@tanstack/react-router'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, MessageCircle, MoreHorizontal, Pencil, StickyNote, Trash2 } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactListed, ContactOrder } from '../../base/contracts.ts'
import { maskDocument } from '../../base/forms/document-mask.ts'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import type { OptionalColumn } from '../../data/contacts/contact-filter.ts'

export type ContactAct = 'edit' | 'talk' | 'notes' | 'delete'
export interface ContactTableProps {
  contacts: readonly ContactListed[]
  columns: readonly OptionalColumn[]
  order: ContactOrder
  onOrder(order: ContactOrder): void
  onAct(act: ContactAct, contact: ContactListed): void
  /** The end of what is loaded is near. */
  onEnd(): void
  /** A conversation is narrow: cards instead of a table. */
  narrow?: boolean
}

const rowHeight = 52
const cardHeight = 96

/** The contacts of the company: a table if there is space for one, cards on a phone. Only visible rows are drawn. */
export function ContactTable(props: ContactTableProps) {
  return (
    <>
      {!props.narrow && (
        <div className="hidden h-full min-h-0 pane:block">
          <Rows {...props} />
        </div>
      )}
      <div className={props.narrow ? 'h-full min-h-0' : 'h-full min-h-0 pane:hidden'}>
        <Cards {...props} />
      </div>
    </>
  )
}

function useWindow(count: number, height: number, onEnd: () => void) {
  const frame = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count,
    getScrollElement: () => frame.current,
    estimateSize: () => height,
    overscan: 10,
  })
  const items = list.getVirtualItems()
  const last = items.at(-1)?.index ?? -1
  useEffect(() => {
    if (last >= count - 15 && last >= 0) onEnd()
  }, [last, count, onEnd])
  return { frame, items, before: items[0]?.start ?? 0, after: list.getTotalSize() - (items.at(-1)?.end ?? 0) }
}

function Rows({ contacts, columns, order, onOrder, onAct, onEnd }: ContactTableProps) {
  const { t } = useTranslation('contacts')
  const { frame, items, before, after } = useWindow(contacts.length, rowHeight, onEnd)
  const written = useWrittenPhone()
  const shown = columns.filter((column) => column !== 'phone')
  const gap = (height: number) =>
    height > 0 && (
      <tr aria-hidden>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- room for rows that are not drawn */}
        <td colSpan={shown.length + 3} style={{ height, padding: 0 }} />
      </tr>
    )
  return (
    <div
      ref={frame}
      role="region"
      aria-label={t('title')}
      tabIndex={0}
      className="scroll-thin h-full overflow-auto rounded-lg border border-line bg-surface"
    >
      <table className="k-table" aria-rowcount={-1}>
        <thead className="sticky top-0 z-10 bg-surface">
          <tr>
            <Sortable by="name" order={order} onOrder={onOrder}>
              {t('column.name')}
            </Sortable>
            {columns.includes('phone') && <th scope="col">{t('column.phone')}</th>}
            {shown.map((column) =>
              column === 'createdAt' ? (
                <Sortable key={column} by="createdAt" order={order} onOrder={onOrder}>
                  {t('column.createdAt')}
                </Sortable>
              ) : (
                <th key={column} scope="col">
                  {t(`column.${column}`)}
                </th>
              ),
            )}
            <th scope="col">
              <span className="sr-only">{t('shell:action.more')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {gap(before)}
          {items.map(({ index }) => {
            const contact = contacts[index]!
            return (
              <tr key={contact.id} style={{ height: rowHeight }} aria-rowindex={index + 2}>
                <td className="max-w-72">
                  <Person contact={contact} told={columns} />
                </td>
                {columns.includes('phone') && (
                  <td className="whitespace-nowrap tabular-nums">{contact.number && written(contact.number)}</td>
                )}
                {shown.map((column) => (
                  <td key={column} className="max-w-52">
                    <Cell contact={contact} column={column} />
                  </td>
                ))}
                <td className="w-10">
                  <Acts contact={contact} onAct={(act) => onAct(act, contact)} />
                </td>
              </tr>
            )
          })}
          {gap(after)}
        </tbody>
      </table>
    </div>
  )
}

function Sortable({
  by,
  order,
  onOrder,
  children,
}: {
  by: 'name' | 'createdAt'
  order: ContactOrder
  onOrder(order: ContactOrder): void
  children: ReactNode
}) {
  const direction = order === by ? 'ascending' : order === `-${by}` ? 'descending' : 'none'
  return (
    <th scope="col" aria-sort={direction}>
      <button
        type="button"
        className="flex items-center gap-1 font-[inherit] hover:text-ink"
        onClick={() => onOrder(direction === 'ascending' ? `-${by}` : by)}
      >
        {children}
        {direction === 'ascending' ? (
          <ArrowUp size={13} aria-hidden />
        ) : direction === 'descending' ? (
          <ArrowDown size={13} aria-hidden />
        ) : null}
      </button>
    </th>
  )
}

function Cell({ contact, column }: { contact: ContactListed; column: OptionalColumn }) {
  const { i18n } = useTranslation('contacts')
  const day = (iso: string, timeZone?: string) =>
    new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', ...(timeZone && { timeZone }) }).format(new Date(iso))
  const text = (value: string | null) =>
    value && (
      <span className="block truncate" title={value}>
        {value}
      </span>
    )
  switch (column) {
    case 'phone':
      return text(contact.number)
    case 'email':
      return text(contact.email)
    case 'tags':
      return <TagDots contact={contact} />
    case 'wallets':
      return text(contact.wallets.map(({ name }) => name).join(', '))
    case 'business':
      return text(contact.businessName)
    case 'document':
      return text(contact.document && maskDocument(contact.document))
    case 'category':
      return text(contact.category)
    case 'source':
      return text(contact.source)
    case 'birthday':
      return contact.birthdayDate && <span className="tabular-nums">{day(contact.birthdayDate, 'UTC')}</span>
    case 'createdAt':
      return (
        <time dateTime={contact.createdAt} className="whitespace-nowrap text-ink-muted tabular-nums">
          {day(contact.createdAt)}
        </time>
      )
  }
}

const TagDots = ({ contact }: { contact: ContactListed }) => (
  <span className="flex max-w-full flex-wrap gap-x-2 overflow-hidden text-list" style={{ maxHeight: '1.5rem' }}>
    {contact.tags.map((tag) => (
      <ColorDot key={tag.id} color={tag.color} label={tag.tag} />
    ))}
  </span>
)

function Cards({ contacts, onAct, onEnd }: ContactTableProps) {
  const { t } = useTranslation('contacts')
  const { frame, items, before, after } = useWindow(contacts.length, cardHeight, onEnd)
  return (
    <div ref={frame} className="scroll-thin h-full overflow-y-auto" tabIndex={0} role="region" aria-label={t('title')}>
      <ul aria-label={t('title')} style={{ paddingTop: before, paddingBottom: after }}>
        {items.map(({ index }) => {
          const contact = contacts[index]!
          return (
            <li key={contact.id} style={{ height: cardHeight }} className="pb-2">
              <div
                className={'flex h-full flex-col gap-1.5 overflow-hidden rounded-lg border border-line bg-surface p-3'}
              >
                <div className="flex items-start gap-2">
                  <div className="min-w-0 flex-1">
                    <Person contact={contact} />
                  </div>
                  <Acts contact={contact} onAct={(act) => onAct(act, contact)} />
                </div>
                {contact.tags.length > 0 ? (
                  <TagDots contact={contact} />
                ) : (
                  contact.businessName && <p className="truncate text-xs text-ink-muted">{contact.businessName}</p>
                )}
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** `told` are columns that say the same beside it. */
function Person({ contact, told = [] }: { contact: ContactListed; told?: readonly OptionalColumn[] }) {
  const { t } = useTranslation('contacts')
  const written = useWrittenPhone()
  const number = contact.number !== null && contact.number !== contact.name ? written(contact.number) : null
  const details = [told.includes('phone') ? null : number, told.includes('email') ? null : contact.email]
    .filter((value) => value !== null && value !== contact.name)
    .join(' · ')
  return (
    <div className="flex items-center gap-3">
      <Avatar name={contact.name} src={contact.profilePicUrl} size={36} decorative />
      <div className="min-w-0 leading-tight">
        <Link
          to="/contatos/$contactId"
          params={{ contactId: contact.id }}
          className="block max-w-full truncate text-left text-list font-medium hover:underline"
        >
          {written(contact.name)}
        </Link>
        {details !== '' && <p className="truncate text-xs text-ink-muted tabular-nums">{details}</p>}
      </div>
      {contact.whatsappValidated && (
        <Badge tone="success" className="shrink-0">
          {t('validated')}
        </Badge>
      )}
    </div>
  )
}

function Acts({ contact, onAct }: { contact: ContactListed; onAct(act: ContactAct): void }) {
  const { t } = useTranslation('contacts')
  const [mayWrite, mayDelete, mayTalk] = [
    usePermission('contacts.write'),
    usePermission('contacts.delete'),
    usePermission('tickets.write'),
  ]
  return (
    <DropdownMenu
      trigger={<IconButton icon={<MoreHorizontal size={16} />} label={t('acts', { name: contact.name })} />}
    >
      {mayTalk && (
        <MenuItem icon={<MessageCircle size={16} />} onSelect={() => onAct('talk')}>
          {t('talk.open')}
        </MenuItem>
      )}
      {mayWrite && (
        <MenuItem icon={<Pencil size={16} />} onSelect={() => onAct('edit')}>
          {t('shell:action.edit')}
        </MenuItem>
      )}
      <MenuItem icon={<StickyNote size={16} />} onSelect={() => onAct('notes')}>
        {t('form.part.notes')}
      </MenuItem>
      {mayDelete && (
        <>
          <MenuSeparator />
          <MenuItem icon={<Trash2 size={16} />} tone="danger" onSelect={() => onAct('delete')}>
            {t('shell:action.delete')}
          </MenuItem>
        </>
      )}
    </DropdownMenu>
  )
}
