import { Button, Spinner, useErrorText, useNumberFormat } from '@recado/sdk/ui'
import { FileSpreadsheet, Upload } from 'lucide-react'
import { useId, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactImport } from '../../../base/contracts.ts'
import { useContactImportActs } from './use-contact-imports.ts'

/** The file, by choosing or dropping it, and below it how earlier imports went. */
export function ChooseTable({
  earlier,
  onUploaded,
  onShow,
}: {
  earlier: readonly ContactImport[]
  onUploaded(one: ContactImport): void
  onShow(id: string): void
}) {
  const { t, i18n } = useTranslation('bulk')
  const input = useId()
  const textOf = useErrorText()
  const numbers = useNumberFormat()
  const { upload } = useContactImportActs()
  const [isOver, setOver] = useState(false)
  const take = (file: File | null | undefined): void => {
    if (file && !upload.isPending) upload.mutate(file, { onSuccess: onUploaded })
  }
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  return (
    <div className="flex flex-col gap-5">
      <label
        htmlFor={input}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={
          'flex cursor-pointer flex-col items-center gap-2 rounded-lg border border-dashed border-line-strong px-4 ' +
          'py-8 text-center focus-within:outline-2 focus-within:outline-accent hover:bg-raised ' +
          'data-over:border-accent data-over:bg-accent-soft'
        }
      >
        {upload.isPending ? (
          <Spinner label={t('import.reading')} />
        ) : (
          <Upload size={22} aria-hidden className="text-ink-muted" />
        )}
        <span className="font-medium">{upload.isPending ? t('import.reading') : t('import.choose')}</span>
        <span className="text-list text-ink-muted">{t('import.formats')}</span>
        <input
          id={input}
          type="file"
          className="k-visually-hidden"
          accept=".csv,.txt,.tsv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
          disabled={upload.isPending}
          onChange={(event) => {
            take(event.target.files?.[0])
            event.target.value = ''
          }}
        />
      </label>
      {upload.isError && (
        <p role="alert" className="k-field-error">
          {textOf(upload.error)}
        </p>
      )}
      <p className="text-list text-ink-muted">{t('import.hint')}</p>
      {earlier.length > 0 && (
        <section className="flex flex-col gap-2">
          <h3 className="text-list font-semibold">{t('import.earlier')}</h3>
          <ul className="flex flex-col divide-y divide-line rounded-lg border border-line">
            {earlier.map((one) => (
              <li key={one.id} className="flex items-center gap-3 px-3 py-2 text-list">
                <FileSpreadsheet size={16} aria-hidden className="shrink-0 text-ink-muted" />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{one.name}</span>
                  <span className="block text-ink-muted">
                    {new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
                      new Date(one.createdAt),
                    )}{' '}
                    · {t(`import.state.${one.state}`)} ·{' '}
                    {t('import.rows', { count: one.rows, shown: numbers.whole(one.rows) })}
                  </span>
                </span>
                <Button
                  size="small"
                  variant="ghost"
                  onClick={() => onShow(one.id)}
                  aria-label={t('import.showOf', { name: one.name })}
                >
                  {t('import.show')}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}
