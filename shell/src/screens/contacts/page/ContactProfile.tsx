import { ColorDot } from '@recado/sdk/ui'
import { useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import {
  contactDetailFields,
  contactDetails,
  type ContactDetailDescription,
  type ContactRecord,
} from '../../../base/contracts.ts'
import { maskDocument } from '../../../base/forms/document-mask.ts'
import { useLocalized } from '../../../base/i18n/use-localized.ts'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { useAttributes } from '../../../data/attributes/use-attributes.ts'
import { shownAttributes } from '../../../parts/attributes/attribute-draft.ts'
import { AttributeValues } from '../../../parts/attributes/AttributeValues.tsx'
import { IdentityList } from '../../../parts/contacts/IdentityList.tsx'

/** What is known of a contact, to be read: addresses, identities, tags, wallets, details, attributes. */
export function ContactProfile({ contact }: { contact: ContactRecord }) {
  const { t, i18n } = useTranslation('contacts')
  const written = useWrittenPhone()
  const values = contact.attributes ?? {}
  const attributes = shownAttributes(useAttributes('contact'), values).filter(({ key }) => values[key] !== undefined)
  const since = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' }).format(new Date(contact.createdAt))
  return (
    <section
      aria-label={t('page.profile')}
      className="flex min-w-0 flex-col gap-4 rounded-lg border border-line bg-surface p-4 text-list"
    >
      <dl className={facts}>
        {contact.number && <Line label={t('column.phone')}>{written(contact.number)}</Line>}
        {contact.email && <Line label={t('column.email')}>{contact.email}</Line>}
        <Details contact={contact} />
        {contact.extraInfo.map(({ description, info }, index) => (
          <Line key={index} label={description}>
            {info}
          </Line>
        ))}
        <Line label={t('column.createdAt')}>{since}</Line>
      </dl>
      <IdentityList identities={contact.identities} />
      <Group title={t('tags.title')}>
        {contact.tags.length === 0 ? (
          <p className="text-ink-muted">{t('tags.none')}</p>
        ) : (
          <ul className="flex flex-wrap gap-x-3 gap-y-1">
            {contact.tags.map((tag) => (
              <li key={tag.id} className="min-w-0">
                <ColorDot color={tag.color} label={tag.tag} />
              </li>
            ))}
          </ul>
        )}
      </Group>
      <Group title={t('wallet.title')}>
        <p className={contact.wallets.length === 0 ? 'text-ink-muted' : 'wrap-anywhere'}>
          {contact.wallets.map(({ name }) => name).join(', ') || t('wallet.none')}
        </p>
      </Group>
      {attributes.length > 0 && (
        <Group title={t('form.part.attributes')}>
          <AttributeValues definitions={attributes} values={values} />
        </Group>
      )}
    </section>
  )
}

const facts = 'grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)] gap-x-3 gap-y-2'

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="contents">
    <dt className="max-w-32 text-ink-muted wrap-anywhere">{label}</dt>
    <dd className="min-w-0 tabular-nums wrap-anywhere">{children}</dd>
  </div>
)

function Group({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading}>
      <h3 id={heading} className="pb-1.5 text-xs font-semibold text-ink-muted">
        {title}
      </h3>
      {children}
    </section>
  )
}

/** Details that are filled in, in the order of the form. */
function Details({ contact }: { contact: ContactRecord }) {
  const { i18n } = useTranslation('contacts')
  const localized = useLocalized()
  const shown = (detail: ContactDetailDescription, value: string): ReactNode => {
    if (detail.type === 'day')
      return new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(value))
    if (detail.type === 'choice') return detail.options[value] ? localized(detail.options[value]) : value
    if (detail.format === 'document') return maskDocument(value)
    if (detail.format === 'webAddress' && /^https?:\/\//.test(value))
      return (
        <a href={value} target="_blank" rel="noopener noreferrer" className="text-accent-text underline">
          {value.replace(/^https?:\/\//, '')}
        </a>
      )
    return value
  }
  return contactDetailFields.map((field) => {
    const value = contact[field]
    return value === null || value === '' ? null : (
      <Line key={field} label={localized(contactDetails[field].label)}>
        {shown(contactDetails[field], value)}
      </Line>
    )
  })
}
