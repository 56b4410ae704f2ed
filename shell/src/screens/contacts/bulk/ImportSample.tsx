import { ErrorState, Select, Skeleton, Table, usePermission } from '@recado/sdk/ui'
import { CircleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useAttributes } from '../../../data/attributes/use-attributes.ts'
import {
  contactDetails,
  contactImportFields,
  contactRowProblems,
  isContactDetail,
  type ContactImport,
  type ContactImportField,
  type ContactRowProblem,
} from '../../../base/contracts.ts'
import { useLocalized } from '../../../base/i18n/use-localized.ts'
import { useContactImportPreview } from './use-contact-imports.ts'

/** The first rows as they would be taken, with what each column is above and what is wrong at the cell where it is. */
export function ImportSample({
  draft,
  mapping,
  countryCode,
  onField,
}: {
  draft: ContactImport
  mapping: readonly ContactImportField[]
  countryCode: string | null
  onField(column: number, field: ContactImportField): void
}) {
  const { t } = useTranslation('bulk')
  const localized = useLocalized()
  const attributes = useAttributes('contact').filter(({ isArchived }) => !isArchived)
  const mayOwn = usePermission('contacts.wallet')
  const fields = [
    ...contactImportFields
      .filter((field) => mayOwn || field !== 'wallets')
      .map((field) => ({
        value: field as ContactImportField,
        label: isContactDetail(field) ? localized(contactDetails[field].label) : t(`import.field.${field}`),
      })),
    ...attributes.map(({ key, label }) => ({
      value: `attribute:${key}` as const,
      label: t('import.field.attribute', { label }),
    })),
  ]
  const preview = useContactImportPreview(draft.id, mapping, countryCode)
  const words = (problem: ContactRowProblem): string => localized(contactRowProblems[problem])
  const faulty = preview.data?.rows.filter(({ problems }) => problems.length > 0).length ?? 0
  return (
    <section aria-label={t('import.sample')} aria-busy={preview.isFetching} className="flex min-w-0 flex-col gap-2">
      <div
        tabIndex={0}
        role="region"
        aria-label={t('import.sample')}
        className="scroll-thin max-h-80 overflow-auto rounded-lg border border-line"
      >
        <Table label={t('import.sample')}>
          <thead>
            <tr>
              <th scope="col" className="w-10">
                <span className="k-visually-hidden">{t('import.row')}</span>
              </th>
              {draft.columns.map((column, place) => {
                const heading = column || t('import.column', { number: place + 1 })
                return (
                  <th key={place} scope="col" className="min-w-40 align-top">
                    <span className="block max-w-64 truncate pb-1">{heading}</span>
                    <Select
                      aria-label={t('import.fieldOf', { column: heading })}
                      value={mapping[place] ?? 'ignore'}
                      options={fields}
                      onValueChange={(field) => onField(place, field as ContactImportField)}
                    />
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {preview.data?.rows.map(({ row, cells, problems }) => (
              <tr key={row}>
                <td className="text-ink-muted tabular-nums">{row}</td>
                {cells.map((cell, place) => {
                  const wrong = problems.filter(({ column }) => column === place)
                  return (
                    <td
                      key={place}
                      className={
                        mapping[place] === 'ignore' ? 'text-ink-muted' : wrong.length > 0 ? 'bg-danger-soft' : undefined
                      }
                    >
                      <span className="block max-w-64 truncate">{cell}</span>
                      {wrong.map(({ problem }) => (
                        <span key={problem} className="flex items-center gap-1 text-xs text-danger">
                          <CircleAlert size={12} aria-hidden className="shrink-0" />
                          {words(problem)}
                        </span>
                      ))}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Table>
        {preview.isPending && (
          <div className="p-3">
            <Skeleton lines={5} />
          </div>
        )}
      </div>
      {preview.isError && (
        <ErrorState what={t('import.sample')} error={preview.error} onRetry={() => void preview.refetch()} />
      )}
      {preview.isSuccess && (
        <p role="status" className="text-list text-ink-muted">
          {faulty === 0
            ? t('import.sampleGood', { count: preview.data.rows.length })
            : t('import.sampleFaulty', { count: faulty })}
        </p>
      )}
    </section>
  )
}
