import { Badge, Button, usePermission } from '@recado/sdk/ui'
import { Merge } from 'lucide-react'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Contact, ContactSummary, Ticket } from '../../../base/contracts.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { PrivacyLink } from './PrivacyLink.tsx'
import { IdentityList } from '../../../parts/contacts/IdentityList.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { MergeHistory } from './MergeHistory.tsx'
import { SuggestedContacts } from './SuggestedContacts.tsx'

const EditInPanel = lazy(() => import('./PanelSections.tsx').then((part) => ({ default: part.EditInPanel })))
const ContactAttributes = lazy(() =>
  import('../attributes/AttributesInPanel.tsx').then((part) => ({ default: part.ContactAttributes })),
)

/** The contact with their channels, data, and, for users who may, the merge. */
export function ContactSection({ contact, ticket }: { contact: Contact; ticket: Ticket }) {
  const { t } = useTranslation('attendance')
  const mayMerge = usePermission('contacts.merge') && !ticket.isGroup
  const mayErase = usePermission('privacy.manage')
  const [merging, setMerging] = useState<{ other: ContactSummary | null } | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <ContactFacts contact={contact} ticket={ticket} />
      {!ticket.isGroup && (
        <Suspense fallback={null}>
          <ContactAttributes contact={contact} />
        </Suspense>
      )}
      {!ticket.isGroup && (
        <Suspense fallback={null}>
          <EditInPanel contact={contact} />
        </Suspense>
      )}
      <IdentityList identities={contact.identities} />
      {mayMerge && <SuggestedContacts contactId={contact.id} onChoose={(other) => setMerging({ other })} />}
      {mayMerge && (
        <Button
          size="small"
          className="self-start"
          icon={<Merge size={14} />}
          onClick={() => setMerging({ other: null })}
        >
          {t('merge.open')}
        </Button>
      )}
      {mayErase && <PrivacyLink contactId={contact.id} />}
      {!ticket.isGroup && <MergeHistory contactId={contact.id} />}
      {merging && <MergeDialog contact={contact} suggested={merging.other} onClose={() => setMerging(null)} />}
    </div>
  )
}

function ContactFacts({ contact, ticket }: { contact: Contact; ticket: Ticket }) {
  const { t, i18n } = useTranslation('attendance')
  const written = useWrittenPhone()
  const isProven = (kind: string, value: string) =>
    contact.identities.some((identity) => identity.kind === kind && identity.value === value && identity.verified)
  const claimed = (kind: string, value: string) => (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5">
      <span className="min-w-0 wrap-anywhere">{kind === 'phone' ? written(value) : value}</span>
      {!isProven(kind, value) && <Badge>{t('panel.unverified')}</Badge>}
    </span>
  )
  const facts: Array<{ key: string; label: string; value: ReactNode }> = [
    ...(contact.number ? [{ key: 'number', label: t('panel.phone'), value: claimed('phone', contact.number) }] : []),
    ...(contact.email ? [{ key: 'email', label: t('panel.email'), value: claimed('email', contact.email) }] : []),
    ...contact.extraInfo.map((info, index) => ({ key: `extra/${index}`, label: info.description, value: info.info })),
    { key: 'channel', label: t('panel.channel'), value: ticket.whatsapp.name },
    { key: 'protocol', label: t('panel.protocol'), value: <span className="tabular-nums">{ticket.protocol}</span> },
    {
      key: 'since',
      label: t('panel.since'),
      value: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(contact.createdAt)),
    },
  ]
  return (
    <dl className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-2 text-list">
      {facts.map(({ key, label, value }) => (
        <div key={key} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
