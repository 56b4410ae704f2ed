import { Button, Checkbox, Field, Input, Select, useErrorText, useNumberFormat, usePermission } from '@recado/sdk/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContactImport, ContactImportField, ExistingContacts } from '../../../base/contracts.ts'
import { useColleagues } from '../../../data/users/use-colleagues.ts'
import { useActiveTags } from '../../../data/tags/use-tags.ts'
import { ImportSample } from './ImportSample.tsx'
import { useContactImportActs } from './use-contact-imports.ts'

const choicesForExisting: readonly ExistingContacts[] = ['skip', 'fill', 'overwrite']

/**
 * Fields of the columns, a preview of the first rows, and settings for all of them. S5-036, S5-037: name and number are
 * required.
 */
export function ImportColumns({ draft, onOther }: { draft: ContactImport; onOther(): void }) {
  const { t } = useTranslation('bulk')
  const textOf = useErrorText()
  const numbers = useNumberFormat()
  const { start } = useContactImportActs()
  const tags = useActiveTags()
  const colleagues = useColleagues()
  const mayOwn = usePermission('contacts.wallet')
  const [mapping, setMapping] = useState(draft.mapping)
  const [countryCode, setCountryCode] = useState('55')
  const [existing, setExisting] = useState<ExistingContacts>('skip')
  const [tagIds, setTagIds] = useState<readonly string[]>([])
  const [walletUserId, setWallet] = useState('')
  const missing = (['name', 'number'] as const).filter((field) => mapping.filter((one) => one === field).length !== 1)
  const code = /^[1-9]\d{0,2}$/.test(countryCode) ? countryCode : null
  const setField = (column: number, field: ContactImportField): void =>
    setMapping(
      mapping.map((one, place) =>
        place === column ? field : one === field && field !== 'extra' && field !== 'ignore' ? 'ignore' : one,
      ),
    )
  const submit = (): void =>
    start.mutate({
      id: draft.id,
      mapping,
      countryCode: code,
      existing,
      tagIds: tagIds as never,
      walletUserId: (walletUserId || null) as never,
    })
  return (
    <div className="flex min-w-0 flex-col gap-5">
      <p className="text-list">
        <span className="font-medium wrap-anywhere">{draft.name}</span> ·{' '}
        {t('import.rows', { count: draft.rows, shown: numbers.whole(draft.rows) })}
      </p>
      <ImportSample draft={draft} mapping={mapping} countryCode={code} onField={setField} />
      <p
        role="status"
        className={
          missing.length > 0 ? 'rounded-md bg-danger-soft px-3 py-2 text-list text-danger' : 'k-visually-hidden'
        }
      >
        {missing.map((field) => t(`import.missing.${field}`)).join(' ')}
      </p>
      <div className="grid items-start gap-4 pane:grid-cols-3">
        <Field label={t('import.countryCode')} help={t('import.countryCodeHelp')}>
          <Input
            inputMode="numeric"
            maxLength={3}
            value={countryCode}
            onChange={(event) => setCountryCode(event.target.value.replace(/\D/g, ''))}
          />
        </Field>
        <Field label={t('import.existing.label')} help={t(`import.existing.${existing}Help`)}>
          <Select
            value={existing}
            options={choicesForExisting.map((choice) => ({ value: choice, label: t(`import.existing.${choice}`) }))}
            onValueChange={(choice) => setExisting(choice as ExistingContacts)}
          />
        </Field>
        {mayOwn && (
          <Field label={t('import.wallet')} help={t('import.walletHelp')}>
            <Select
              value={walletUserId}
              options={[
                { value: '', label: t('import.nobody') },
                ...colleagues.filter(({ isActive }) => isActive).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              onValueChange={setWallet}
            />
          </Field>
        )}
      </div>
      {tags.length > 0 && (
        <fieldset className="flex flex-col gap-2">
          <legend className="k-label">{t('import.tags')}</legend>
          <div className="flex max-h-32 flex-wrap gap-x-4 gap-y-1 overflow-y-auto">
            {tags.map(({ id, tag }) => (
              <Checkbox
                key={id}
                label={tag}
                checked={tagIds.includes(id)}
                onCheckedChange={(on) => setTagIds(on ? [...tagIds, id] : tagIds.filter((one) => one !== id))}
              />
            ))}
          </div>
        </fieldset>
      )}
      {start.isError && (
        <p role="alert" className="k-field-error">
          {textOf(start.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onOther}>{t('import.another')}</Button>
        <Button variant="primary" disabled={missing.length > 0} busy={start.isPending} onClick={submit}>
          {t('import.start', { count: draft.rows, shown: numbers.whole(draft.rows) })}
        </Button>
      </div>
    </div>
  )
}
