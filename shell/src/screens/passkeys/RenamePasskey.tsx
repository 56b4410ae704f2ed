import { Button, Dialog, Field, Input, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey } from '../../base/contracts.ts'

export function RenamePasskey({
  passkey,
  onRename,
  onClose,
}: {
  passkey: Passkey
  onRename(deviceName: string): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('ownPasskeys')
  const form = useId()
  const textOf = useErrorText()
  const [deviceName, setDeviceName] = useState(passkey.deviceName)
  const [asked, setAsked] = useState(false)
  const renaming = useMutation({ mutationFn: onRename, onSuccess: onClose })
  const name = deviceName.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (name !== '' && !renaming.isPending) renaming.mutate(name)
  }
  return (
    <Dialog
      title={t('own.renameTitle')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('add.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={renaming.isPending}>
            {t('own.save')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field
          label={t('add.name')}
          error={asked && name === '' ? t('add.nameMissing') : renaming.isError ? textOf(renaming.error) : undefined}
        >
          <Input
            value={deviceName}
            maxLength={60}
            autoFocus
            autoComplete="off"
            onChange={(event) => setDeviceName(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
