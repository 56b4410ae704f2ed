import { Avatar } from '@recado/sdk/ui'
import { useWrittenPhone } from '../../base/i18n/use-written-phone.ts'
import type { ContactSummary } from '../../base/contracts.ts'

/** A contact in a line: the name, and data that distinguishes it. */
export function ContactLine({
  contact,
}: {
  contact: Pick<ContactSummary, 'name' | 'number' | 'email' | 'profilePicUrl'>
}) {
  const written = useWrittenPhone()
  const details = [contact.number, contact.email]
    .flatMap((value) => (value === null || value === contact.name ? [] : [written(value)]))
    .join(' · ')
  return (
    <span className="flex min-w-0 items-center gap-2.5 text-left">
      <Avatar name={contact.name} src={contact.profilePicUrl} size={32} decorative />
      <span className="min-w-0 leading-tight">
        <span className="block truncate font-medium">{contact.name}</span>
        {details !== '' && <span className="block truncate text-xs text-ink-muted tabular-nums">{details}</span>}
      </span>
    </span>
  )
}

/** Contacts of which one may be chosen. */
export function ContactChoice({
  contacts,
  label,
  onChoose,
}: {
  contacts: readonly ContactSummary[]
  label: string
  onChoose(contact: ContactSummary): void
}) {
  return (
    <ul aria-label={label} className="flex flex-col">
      {contacts.map((contact) => (
        <li key={contact.id}>
          <button
            type="button"
            className="w-full rounded-md px-2 py-1.5 hover:bg-hover"
            onClick={() => onChoose(contact)}
          >
            <ContactLine contact={contact} />
          </button>
        </li>
      ))}
    </ul>
  )
}
