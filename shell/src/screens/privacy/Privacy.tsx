import { ApiError, EmptyState, ErrorState, Field, Input, NoPermission, PageHeader, Skeleton } from '@recado/sdk/ui'
import { useRouter, useSearch } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { maxSearchLength, isSearchable } from '../../base/contracts.ts'
import { ContactChoice } from '../../parts/contacts/ContactChoice.tsx'
import { useContactSearch } from '../../data/contacts/use-contact.ts'
import { KeptOfContact } from './KeptOfContact.tsx'
import { RequestList } from './RequestList.tsx'
import { usePrivacyRequests } from './use-privacy.ts'

/** `/configuracoes/privacidade`: data of a contact, as a file for them or erased for good. `?contato=` opens one. */
export function Privacy() {
  const { t } = useTranslation('privacy')
  const router = useRouter()
  const { contato } = useSearch({ strict: false }) as { contato?: unknown }
  const requests = usePrivacyRequests()
  const choose = (id: string | undefined) =>
    void router.navigate({ to: '/configuracoes/privacidade', search: id === undefined ? {} : { contato: id } } as never)
  const contactId = typeof contato === 'string' ? contato : undefined

  if (ApiError.is(requests.error) && requests.error.status === 403)
    return (
      <div className="grid h-full place-items-center p-6">
        <NoPermission />
      </div>
    )
  return (
    <div className="scroll-thin h-full overflow-y-auto">
      <div className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-6 pane:px-8 pane:py-8">
        <PageHeader className="mb-0" title={t('title')} description={t('description')} />
        {contactId === undefined ? (
          <FindContact onChoose={choose} />
        ) : (
          <KeptOfContact key={contactId} contactId={contactId} onLeave={() => choose(undefined)} />
        )}
        <RequestList requests={requests} />
      </div>
    </div>
  )
}

function FindContact({ onChoose }: { onChoose(id: string): void }) {
  const { t } = useTranslation('privacy')
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const query = useContactSearch(wanted)
  const found = query.data?.pages.flatMap((page) => page.contacts) ?? []
  return (
    <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4">
      <Field label={t('find')} help={t('findHelp')}>
        <Input
          type="search"
          value={text}
          autoComplete="off"
          maxLength={maxSearchLength}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div aria-live="polite" className="scroll-thin max-h-80 overflow-y-auto empty:hidden">
        {isSearchable(wanted) &&
          (query.isError ? (
            <ErrorState what={t('findWhat')} error={query.error} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <Skeleton lines={4} />
          ) : found.length === 0 ? (
            <EmptyState icon={<SearchX size={20} />} title={t('nobody')}>
              {t('nobodyDetail')}
            </EmptyState>
          ) : (
            <ContactChoice contacts={found} label={t('found')} onChoose={({ id }) => onChoose(id)} />
          ))}
      </div>
    </section>
  )
}
