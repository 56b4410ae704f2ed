import { Checkbox, Field, Input, usePermission } from '@recado/sdk/ui'
import { useTranslation } from 'react-i18next'
import { contactLengths } from '../../base/contracts.ts'
import { ContactDetailFields } from './ContactDetailFields.tsx'
import type { ContactPartProps } from './contact-part.ts'
import { PhoneInput } from './PhoneInput.tsx'
import { TagPicker } from './TagPicker.tsx'
import { WalletPicker } from './WalletPicker.tsx'

/** Identity, addresses and wallets of a contact. */
export function ContactData({ draft, set, problems }: ContactPartProps) {
  const { t } = useTranslation('contacts')
  const mayOwn = usePermission('contacts.wallet')
  const line = (field: keyof typeof contactLengths, more: { type?: string; required?: boolean } = {}) => (
    <Field label={t(`field.${field}`)} error={problems[field]} required={more.required ?? false}>
      <Input
        type={more.type ?? 'text'}
        value={draft[field]}
        maxLength={contactLengths[field]}
        autoComplete="off"
        onChange={(event) => set({ [field]: event.target.value })}
      />
    </Field>
  )
  return (
    <div className="flex flex-col gap-4">
      {line('name', { required: true })}
      <ContactDetailFields part="data" draft={draft} set={set} problems={problems} />
      <Field label={t('field.number')} help={t('field.numberHelp')} error={problems['number']}>
        <PhoneInput
          value={draft.number}
          maxLength={contactLengths.number}
          autoComplete="off"
          onValueChange={(number) => set({ number })}
        />
      </Field>
      <Checkbox
        checked={draft.whatsappValidated}
        onCheckedChange={(whatsappValidated) => set({ whatsappValidated })}
        label={t('field.whatsappValidated')}
      />
      {line('email', { type: 'email' })}
      <section aria-labelledby="contact-tags" className="flex flex-col gap-1.5">
        <h3 id="contact-tags" className="k-label">
          {t('tags.title')}
        </h3>
        <TagPicker tags={draft.tags} onChange={(tags) => set({ tags })} />
      </section>
      <section aria-labelledby="contact-wallet" className="flex flex-col gap-1.5">
        <h3 id="contact-wallet" className="k-label">
          {t('wallet.title')}
        </h3>
        <WalletPicker wallets={draft.wallets} disabled={!mayOwn} onChange={(wallets) => set({ wallets })} />
      </section>
    </div>
  )
}
