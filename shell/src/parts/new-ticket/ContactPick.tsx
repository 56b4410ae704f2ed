import {
  Button,
  EmptyState,
  ErrorState,
  Field,
  Input,
  Skeleton,
  useErrorText,
  useFieldErrors,
  usePermission,
} from '@recado/sdk/ui'
import { SearchX, UserPlus } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactChoice, ContactLine } from '../contacts/ContactChoice.tsx'
import { useContactSearch } from '../../data/contacts/use-contact.ts'
import {
  contactLengths,
  maxSearchLength,
  isSearchable,
  pastedPhone,
  type Contact,
  type ContactSummary,
} from '../../base/contracts.ts'
import { keepForm } from '../../base/forms/keep-form.ts'
import { useCreateContact } from './use-new-ticket.ts'

/** Fields of a contact for a new ticket. */
export type PickedContact = Pick<ContactSummary, 'id' | 'name' | 'number' | 'email' | 'profilePicUrl'>

/** An existing contact, or a new one. */
export function ContactPick({
  chosen,
  onChoose,
}: {
  chosen: PickedContact | null
  onChoose(contact: PickedContact | null): void
}) {
  const { t } = useTranslation('tickets')
  const mayCreate = usePermission('contacts.write')
  const [text, setText] = useState('')
  const [isNew, setNew] = useState(false)
  if (chosen) {
    return (
      <div className="flex flex-col gap-1.5">
        <span className="k-label">{t('newTicket.contact')}</span>
        <div className="flex items-center justify-between gap-3 rounded-md border border-line p-2 text-list">
          <ContactLine contact={chosen} />
          <Button size="small" onClick={() => onChoose(null)}>
            {t('newTicket.change')}
          </Button>
        </div>
      </div>
    )
  }
  if (isNew) return <NewContact text={text} onCreated={onChoose} onBack={() => setNew(false)} />
  return (
    <div className="flex flex-col gap-2">
      <Search text={text} onText={setText} onChoose={onChoose} />
      {mayCreate && (
        <Button className="self-start" size="small" icon={<UserPlus size={14} />} onClick={() => setNew(true)}>
          {t('newTicket.create')}
        </Button>
      )}
    </div>
  )
}

function Search({
  text,
  onText,
  onChoose,
}: {
  text: string
  onText(text: string): void
  onChoose(contact: PickedContact): void
}) {
  const { t } = useTranslation('tickets')
  const wanted = useDeferredValue(text)
  const query = useContactSearch(wanted)
  const found = query.data?.pages.flatMap((page) => page.contacts) ?? []
  return (
    <>
      <Field label={t('newTicket.search')} help={t('newTicket.searchHelp')}>
        <Input
          type="search"
          value={text}
          autoFocus
          autoComplete="off"
          maxLength={maxSearchLength}
          onKeyDown={keepForm}
          onChange={(event) => onText(event.target.value)}
        />
      </Field>
      <div aria-live="polite" className="scroll-thin max-h-60 overflow-y-auto text-list">
        {isSearchable(wanted) &&
          (query.isError ? (
            <ErrorState what={t('newTicket.what')} error={query.error} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <Skeleton lines={3} height="2.5rem" />
          ) : found.length === 0 ? (
            <EmptyState icon={<SearchX size={20} />} title={t('newTicket.nobody')}>
              {t('newTicket.nobodyDetail')}
            </EmptyState>
          ) : (
            <ContactChoice contacts={found} label={t('newTicket.found')} onChoose={onChoose} />
          ))}
        {isSearchable(wanted) && query.hasNextPage && (
          <Button
            size="small"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('newTicket.more')}
          </Button>
        )}
      </div>
    </>
  )
}

const numberLike = /^[+\d\s().-]+$/

/** The search text is the first value of the new contact. */
function NewContact({ text, onCreated, onBack }: { text: string; onCreated(contact: Contact): void; onBack(): void }) {
  const { t } = useTranslation('tickets')
  const textOf = useErrorText()
  const term = text.trim()
  const dialled = pastedPhone(term)
  const isNumber = numberLike.test(dialled)
  const [name, setName] = useState(term.includes('@') || isNumber ? '' : term)
  const [number, setNumber] = useState(isNumber ? dialled : '')
  const [email, setEmail] = useState(term.includes('@') ? term : '')
  const create = useCreateContact()
  const faults = useFieldErrors()(create.error)
  const isElsewhere = create.isError && Object.keys(faults).length === 0
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="k-label px-1">{t('newTicket.create')}</legend>
      <Field label={t('newTicket.name')} required error={faults['name']}>
        <Input
          value={name}
          autoFocus
          autoComplete="off"
          maxLength={contactLengths.name}
          onKeyDown={keepForm}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="grid gap-3 pane:grid-cols-2">
        <Field label={t('newTicket.number')} error={faults['number'] && t('newTicket.numberWrong')}>
          <Input
            type="tel"
            value={number}
            autoComplete="off"
            maxLength={contactLengths.number}
            onKeyDown={keepForm}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
        <Field label={t('newTicket.email')} error={faults['email'] && t('newTicket.emailWrong')}>
          <Input
            type="email"
            value={email}
            autoComplete="off"
            maxLength={contactLengths.email}
            onKeyDown={keepForm}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      </div>
      {isElsewhere && (
        <p role="alert" className="k-field-error">
          {textOf(create.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button size="small" onClick={onBack}>
          {t('newTicket.backToSearch')}
        </Button>
        <Button
          size="small"
          variant="primary"
          busy={create.isPending}
          disabled={name.trim() === ''}
          onClick={() => create.mutate({ name, number, email }, { onSuccess: onCreated })}
        >
          {t('newTicket.create')}
        </Button>
      </div>
    </fieldset>
  )
}
