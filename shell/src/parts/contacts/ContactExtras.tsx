import { Button, Field, IconButton, Input } from '@recado/sdk/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { contactExtraLimits } from '../../base/contracts.ts'
import { ContactDetailFields } from './ContactDetailFields.tsx'
import type { ContactPartProps } from './contact-part.ts'

/** Source of the contact, and further information (S3-016). */
export function ContactExtras({ draft, set, problems }: ContactPartProps) {
  const { t } = useTranslation('contacts')
  const change = (at: number, entry: Partial<(typeof draft.extraInfo)[number]>) =>
    set({ extraInfo: draft.extraInfo.map((one, index) => (index === at ? { ...one, ...entry } : one)) })
  return (
    <div className="flex flex-col gap-4">
      <ContactDetailFields part="extras" draft={draft} set={set} problems={problems} />
      <fieldset className="flex min-w-0 flex-col gap-3">
        <legend className="k-label pb-1">{t('extra.title')}</legend>
        {draft.extraInfo.length === 0 && <p className="text-list text-ink-muted">{t('extra.none')}</p>}
        {draft.extraInfo.map((entry, index) => (
          <div key={index} className="flex items-end gap-2">
            <div className="grid min-w-0 flex-1 gap-2 pane:grid-cols-2">
              <Field label={t('extra.description')} error={problems[`extraInfo.${index}.description`]}>
                <Input
                  value={entry.description}
                  maxLength={contactExtraLimits.description}
                  autoComplete="off"
                  onChange={(event) => change(index, { description: event.target.value })}
                />
              </Field>
              <Field label={t('extra.info')} error={problems[`extraInfo.${index}.info`]}>
                <Input
                  value={entry.info}
                  maxLength={contactExtraLimits.info}
                  autoComplete="off"
                  onChange={(event) => change(index, { info: event.target.value })}
                />
              </Field>
            </div>
            <IconButton
              icon={<Trash2 size={16} />}
              label={t('extra.remove', { what: entry.description || index + 1 })}
              onClick={() => set({ extraInfo: draft.extraInfo.filter((_entry, at) => at !== index) })}
            />
          </div>
        ))}
        {problems['extraInfo'] && (
          <p role="alert" className="k-field-error">
            {problems['extraInfo']}
          </p>
        )}
        {draft.extraInfo.length < contactExtraLimits.count && (
          <Button
            className="self-start"
            size="small"
            icon={<Plus size={14} />}
            onClick={() => set({ extraInfo: [...draft.extraInfo, { description: '', info: '' }] })}
          >
            {t('extra.add')}
          </Button>
        )}
      </fieldset>
    </div>
  )
}
