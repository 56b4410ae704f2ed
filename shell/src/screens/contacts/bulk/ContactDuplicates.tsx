import { Badge, Button, Dialog, EmptyState, ErrorState, Skeleton, useErrorText, useNumberFormat } from '@recado/sdk/ui'
import { Merge, UsersRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ContactLine } from '../../../parts/contacts/ContactChoice.tsx'
import type { ContactDuplicateGroup, ContactDuplicateMerge } from '../../../base/contracts.ts'
import { useContactDuplicates, useMergeDuplicates } from './use-contact-duplicates.ts'

const mostAtOnce = 50

type Wanted = ContactDuplicateMerge['groups'][number]
/** Two groups may have the same oldest contact: one shares a number with it, another an address. */
const keyOf = ({ keep, others }: ContactDuplicateGroup): string => [keep, ...others].map(({ id }) => id).join(' ')
const wantedOf = ({ keep, others }: ContactDuplicateGroup, kept = keep.id): Wanted => ({
  keep: kept,
  others: [keep, ...others].map(({ id }) => id).filter((id) => id !== kept),
})

/**
 * S2-098: contacts that seem to be one person, one group after the other. Merging deletes nothing and can be undone.
 */
export function ContactDuplicates({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('bulk')
  const textOf = useErrorText()
  const numbers = useNumberFormat()
  const query = useContactDuplicates()
  const merge = useMergeDuplicates()
  const groups = query.data?.pages.flatMap((page) => page.duplicates) ?? []
  const total = query.data?.pages[0]?.groups ?? 0
  const [kept, setKept] = useState<Readonly<Record<string, Wanted['keep']>>>({})
  const wanted = groups.slice(0, mostAtOnce).map((group) => wantedOf(group, kept[keyOf(group)]))
  return (
    <Dialog
      title={t('duplicates.title')}
      description={t('duplicates.description')}
      shape="sheet"
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        groups.length > 1 && (
          <Button
            variant="primary"
            icon={<Merge size={16} />}
            busy={merge.isPending}
            onClick={() => merge.mutate(wanted)}
          >
            {t('duplicates.mergeShown', { count: wanted.length })}
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-4" aria-busy={query.isFetching}>
        {query.isPending && <Skeleton lines={8} />}
        {query.isError && (
          <ErrorState what={t('duplicates.what')} error={query.error} onRetry={() => void query.refetch()} />
        )}
        {query.isSuccess && groups.length === 0 && (
          <EmptyState icon={<UsersRound size={22} />} title={t('duplicates.none')}>
            {t('duplicates.noneDetail')}
          </EmptyState>
        )}
        {groups.length > 0 && (
          <p role="status" className="text-list text-ink-muted">
            {t('duplicates.found', { count: total, shown: numbers.whole(total) })}
          </p>
        )}
        {merge.isError && (
          <p role="alert" className="k-field-error">
            {textOf(merge.error)}
          </p>
        )}
        <ul className="flex flex-col gap-3">
          {groups.map((group) => (
            <Group
              key={keyOf(group)}
              group={group}
              kept={kept[keyOf(group)] ?? group.keep.id}
              busy={merge.isPending}
              onKeep={(id) => setKept({ ...kept, [keyOf(group)]: id })}
              onMerge={(one) => merge.mutate([one])}
            />
          ))}
        </ul>
        {query.hasNextPage && (
          <Button className="self-center" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('duplicates.more')}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

function Group({
  group,
  kept,
  busy,
  onKeep,
  onMerge,
}: {
  group: ContactDuplicateGroup
  kept: Wanted['keep']
  busy: boolean
  onKeep(id: Wanted['keep']): void
  onMerge(wanted: Wanted): void
}) {
  const { t } = useTranslation('bulk')
  const name = useId()
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-3">
      <p className="flex flex-wrap gap-1.5">
        {group.same.map((kind) => (
          <Badge key={kind} tone="accent">
            {t(`duplicates.same.${kind}`)}
          </Badge>
        ))}
      </p>
      <fieldset className="flex flex-col gap-1">
        <legend className="pb-1 text-xs text-ink-muted">{t('duplicates.stays')}</legend>
        {[group.keep, ...group.others].map((contact) => (
          <label
            key={contact.id}
            className="flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-2 py-1.5 hover:bg-raised"
          >
            <input
              type="radio"
              name={name}
              className="accent-accent"
              checked={contact.id === kept}
              onChange={() => onKeep(contact.id)}
              aria-label={contact.name}
            />
            <span className="min-w-0 flex-1">
              <ContactLine contact={contact} />
            </span>
          </label>
        ))}
      </fieldset>
      <Button size="small" className="self-end" disabled={busy} onClick={() => onMerge(wantedOf(group, kept))}>
        {t('duplicates.merge', { count: group.others.length + 1 })}
      </Button>
    </li>
  )
}
