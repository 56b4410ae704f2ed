import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactSummary } from '../../../base/contracts.ts'
import { ContactChoice } from '../../../parts/contacts/ContactChoice.tsx'
import { useSuggestedContacts } from '../../../data/contacts/use-contact.ts'

/** A hint that somebody else has the same number or address. Nothing is drawn when nobody has. */
export function SuggestedContacts({
  contactId,
  onChoose,
}: {
  contactId: string
  onChoose(contact: ContactSummary): void
}) {
  const { t } = useTranslation('attendance')
  const heading = useId()
  const contacts = useSuggestedContacts(contactId)
  if (contacts.length === 0) return null
  return (
    <section aria-labelledby={heading} className="rounded-lg border border-line bg-canvas p-2.5">
      <h3 id={heading} className="text-list font-semibold">
        {t('merge.maybe')}
      </h3>
      <p className="pb-1.5 text-xs text-ink-muted">{t('merge.maybeDetail')}</p>
      <ContactChoice contacts={contacts} label={t('merge.maybe')} onChoose={onChoose} />
    </section>
  )
}
