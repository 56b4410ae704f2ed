import { Button, Dialog, EmptyState, ErrorState, Field, Input, Skeleton, useErrorText } from '@recado/sdk/ui'
import { ArrowLeftRight, SearchX } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWrittenPhone } from '../../../base/i18n/use-written-phone.ts'
import { maxSearchLength, isSearchable, type Contact, type ContactSummary } from '../../../base/contracts.ts'
import { ContactChoice, ContactLine } from '../../../parts/contacts/ContactChoice.tsx'
import { useContactSearch, useMergeActs } from '../../../data/contacts/use-contact.ts'

const summaryOf = ({ id, name, number, email, profilePicUrl, identities }: Contact): ContactSummary => ({
  id,
  name,
  number,
  email,
  profilePicUrl,
  kinds: [...new Set(identities.map(({ kind }) => kind))],
})

/** First the other contact, then what becomes of both, then the act. Escape and cancel leave everything as it is. */
export function MergeDialog({
  contact,
  suggested,
  onClose,
}: {
  contact: Contact
  suggested: ContactSummary | null
  onClose(): void
}) {
  const { t } = useTranslation('attendance')
  const textOf = useErrorText()
  const { merge } = useMergeActs()
  const [other, setOther] = useState(suggested)
  const [swapped, setSwapped] = useState(false)
  const mine = summaryOf(contact)
  const [into, from] = swapped && other ? [other, mine] : [mine, other]
  const choose = (chosen: ContactSummary | null) => {
    setOther(chosen)
    setSwapped(false)
    merge.reset()
  }
  return (
    <Dialog
      title={t('merge.title')}
      description={other ? t('merge.previewDetail') : t('merge.chooseDetail', { name: contact.name })}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          {other && <Button onClick={() => choose(null)}>{t('merge.chooseOther')}</Button>}
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            variant="primary"
            disabled={!from}
            busy={merge.isPending}
            onClick={() => {
              if (from) merge.mutate({ into: into.id, from: from.id }, { onSuccess: onClose })
            }}
          >
            {t('merge.confirm')}
          </Button>
        </>
      }
    >
      {from ? (
        <Preview into={into} from={from} onSwap={() => setSwapped(!swapped)} />
      ) : (
        <Search contactId={contact.id} onChoose={choose} />
      )}
      {merge.isError && (
        <p role="alert" className="k-field-error">
          {textOf(merge.error)}
        </p>
      )}
    </Dialog>
  )
}

function Search({ contactId, onChoose }: { contactId: string; onChoose(contact: ContactSummary): void }) {
  const { t } = useTranslation('attendance')
  const [text, setText] = useState('')
  const wanted = useDeferredValue(text)
  const query = useContactSearch(wanted)
  const found = query.data?.pages.flatMap((page) => page.contacts).filter(({ id }) => id !== contactId) ?? []
  return (
    <div className="flex flex-col gap-3">
      <Field label={t('merge.search')} help={t('merge.searchHelp')}>
        <Input
          type="search"
          value={text}
          autoFocus
          autoComplete="off"
          maxLength={maxSearchLength}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <div aria-live="polite" className="scroll-thin max-h-72 overflow-y-auto">
        {isSearchable(wanted) &&
          (query.isError ? (
            <ErrorState what={t('merge.what')} error={query.error} onRetry={() => void query.refetch()} />
          ) : query.isPending ? (
            <Skeleton lines={4} />
          ) : found.length === 0 ? (
            <EmptyState icon={<SearchX size={20} />} title={t('merge.nobody')}>
              {t('merge.nobodyDetail')}
            </EmptyState>
          ) : (
            <ContactChoice contacts={found} label={t('merge.found')} onChoose={onChoose} />
          ))}
        {isSearchable(wanted) && query.hasNextPage && (
          <Button
            size="small"
            variant="ghost"
            busy={query.isFetchingNextPage}
            onClick={() => void query.fetchNextPage()}
          >
            {t('merge.more')}
          </Button>
        )}
      </div>
    </div>
  )
}

/** The surviving and the merged contact, with the data that each brings. */
function Preview({ into, from, onSwap }: { into: ContactSummary; from: ContactSummary; onSwap(): void }) {
  const { t } = useTranslation('attendance')
  const written = useWrittenPhone()
  const given = [
    ...(into.number === null && from.number !== null ? [t('merge.givesPhone', { value: written(from.number) })] : []),
    ...(into.email === null && from.email !== null ? [t('merge.givesEmail', { value: from.email })] : []),
  ]
  const results = [
    t('merge.moves', { from: from.name, into: into.name }),
    ...given,
    t('merge.staysApart'),
    t('merge.canUndo'),
  ]
  return (
    <div className="flex flex-col gap-3 text-list">
      <div className="flex items-center gap-2">
        <dl className="min-w-0 flex-1">
          <dt className="pb-1 text-xs font-semibold text-ink-muted">{t('merge.stays')}</dt>
          <dd className="rounded-md border border-line p-2">
            <ContactLine contact={into} />
          </dd>
          <dt className="pt-3 pb-1 text-xs font-semibold text-ink-muted">{t('merge.becomesPart')}</dt>
          <dd className="rounded-md border border-line p-2">
            <ContactLine contact={from} />
          </dd>
        </dl>
        <Button size="small" icon={<ArrowLeftRight size={14} className="rotate-90" />} onClick={onSwap}>
          {t('merge.swap')}
        </Button>
      </div>
      <ul className="flex list-disc flex-col gap-1 pl-5">
        {results.map((result) => (
          <li key={result}>{result}</li>
        ))}
      </ul>
    </div>
  )
}
