import { Field, FormDialog, Input, Select, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { erasureReasons, type ErasurePreview, type ErasureReason } from '../../base/contracts.ts'

/** Says what will be gone and what stays, and asks for the contact's name: nothing of this comes back. */
export function EraseContact({
  preview,
  onErase,
  onClose,
}: {
  preview: ErasurePreview
  onErase(reason: ErasureReason): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('privacy')
  const textOf = useErrorText()
  const [reason, setReason] = useState<ErasureReason>('request')
  const [typed, setTyped] = useState('')
  const erasure = useMutation({ mutationFn: () => onErase(reason), onSuccess: onClose })
  const { contact, counts } = preview
  return (
    <FormDialog
      title={t('eraseTitle', { name: contact.name })}
      description={t('eraseDetail')}
      submitLabel={t('eraseConfirm')}
      submitVariant="danger"
      isReady={typed.trim() === contact.name.trim()}
      busy={erasure.isPending}
      onSubmit={() => erasure.mutate()}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1 pl-5">
        <li>
          {t('eraseGoes', {
            messages: t('messageCount', { count: counts.messages }),
            files: t('fileCount', { count: counts.files }),
          })}
        </li>
        <li>{t('eraseStays', { tickets: t('ticketCount', { count: counts.tickets }) })}</li>
        <li>{t('eraseUnsent')}</li>
        <li>{t('eraseAgain')}</li>
      </ul>
      <Field label={t('reason')}>
        <Select
          value={reason}
          options={erasureReasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          onValueChange={(value) => setReason(value as ErasureReason)}
        />
      </Field>
      <Field label={t('eraseType', { name: contact.name })} error={erasure.isError ? textOf(erasure.error) : undefined}>
        <Input value={typed} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
