import { ApiError, Button, EmptyState, ErrorState, Skeleton, useErrorText } from '@recado/sdk/ui'
import { Eraser, FileArchive, UserX } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EraseContact } from './EraseContact.tsx'
import { useErasurePreview, usePrivacyActs } from './use-privacy.ts'

/** Data of one contact, with export and erasure. */
export function KeptOfContact({ contactId, onLeave }: { contactId: string; onLeave(): void }) {
  const { t, i18n } = useTranslation('privacy')
  const textOf = useErrorText()
  const preview = useErasurePreview(contactId)
  const { collect, erase } = usePrivacyActs()
  const [erasing, setErasing] = useState(false)
  const number = new Intl.NumberFormat(i18n.language)
  const other = <Button onClick={onLeave}>{t('other')}</Button>
  if (preview.isPending) return <Skeleton height="11rem" className="rounded-lg" />
  if (ApiError.is(preview.error) && preview.error.status === 404)
    return (
      <EmptyState icon={<UserX size={22} />} title={t('gone')} action={other}>
        {t('goneDetail')}
      </EmptyState>
    )
  if (preview.isError)
    return <ErrorState what={t('keptWhat')} error={preview.error} onRetry={() => void preview.refetch()} />
  const { contact, counts } = preview.data
  return (
    <section aria-labelledby="kept" className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <h2 id="kept" className="min-w-0 text-title font-semibold wrap-anywhere">
          {t('keptOf', { name: contact.name })}
        </h2>
        {other}
      </div>
      <dl className="grid grid-cols-2 gap-3 text-list pane:grid-cols-5">
        {(['tickets', 'messages', 'files', 'identities', 'merges'] as const).map((what) => (
          <div key={what} className="rounded-md border border-line px-3 py-2">
            <dt className="text-xs text-ink-muted">{t(`counts.${what}`)}</dt>
            <dd className="text-title font-semibold tabular-nums">{number.format(counts[what])}</dd>
          </div>
        ))}
      </dl>
      <p className="text-list text-ink-muted">{t('pluginsToo')}</p>
      {collect.isError && (
        <p role="alert" className="text-list text-danger">
          {textOf(collect.error)}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button icon={<FileArchive size={16} />} busy={collect.isPending} onClick={() => collect.mutate(contactId)}>
          {t('export')}
        </Button>
        <Button variant="danger" icon={<Eraser size={16} />} onClick={() => setErasing(true)}>
          {t('erase')}
        </Button>
      </div>
      {erasing && (
        <EraseContact
          preview={preview.data}
          onClose={() => setErasing(false)}
          onErase={async (reason) => {
            await erase.mutateAsync({ contactId, reason })
            onLeave()
          }}
        />
      )}
    </section>
  )
}
