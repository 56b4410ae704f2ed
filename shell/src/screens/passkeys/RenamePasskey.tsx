import { Field, FormDialog, Input, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { nameLengths, type Passkey } from '../../base/contracts.ts'

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
  const textOf = useErrorText()
  const [deviceName, setDeviceName] = useState(passkey.deviceName)
  const [tries, setTries] = useState(0)
  const renaming = useMutation({ mutationFn: onRename, onSuccess: onClose })
  const name = deviceName.trim()
  const submit = (): void => {
    setTries(tries + 1)
    if (name !== '' && !renaming.isPending) renaming.mutate(name)
  }
  return (
    <FormDialog
      title={t('own.renameTitle')}
      busy={renaming.isPending}
      mistakes={renaming.error ?? tries}
      isChanged={deviceName !== passkey.deviceName}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('add.name')}
        error={tries > 0 && name === '' ? t('add.nameMissing') : renaming.isError ? textOf(renaming.error) : undefined}
      >
        <Input
          value={deviceName}
          maxLength={nameLengths.passkey}
          autoFocus
          autoComplete="off"
          onChange={(event) => setDeviceName(event.target.value)}
        />
      </Field>
    </FormDialog>
  )
}
