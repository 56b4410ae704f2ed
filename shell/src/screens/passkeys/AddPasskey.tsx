import { Field, FormDialog, Input, Select } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuthenticatorType, nameLengths } from '../../base/contracts.ts'
import { PasskeyProblem } from '../../parts/passkeys/PasskeyProblem.tsx'

const types: readonly AuthenticatorType[] = ['platform', 'cross-platform']

/** Asks for a name and a place, then hands over to the browser. */
export function AddPasskey({
  onAdd,
  onClose,
}: {
  onAdd(input: { deviceName: string; authenticatorType: AuthenticatorType }): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('ownPasskeys')
  const [deviceName, setDeviceName] = useState(() => t('add.defaultName'))
  const [authenticatorType, setAuthenticatorType] = useState<AuthenticatorType>('platform')
  const [tries, setTries] = useState(0)
  const adding = useMutation({ mutationFn: onAdd, onSuccess: onClose })
  const name = deviceName.trim()
  const submit = (): void => {
    setTries(tries + 1)
    if (name !== '') adding.mutate({ deviceName: name, authenticatorType })
  }
  return (
    <FormDialog
      title={t('add.title')}
      description={t('add.detail')}
      submitLabel={t('add.submit')}
      busy={adding.isPending}
      mistakes={adding.error ?? tries}
      onSubmit={submit}
      onClose={onClose}
    >
      {adding.isError && <PasskeyProblem error={adding.error} />}
      <Field
        label={t('add.name')}
        help={t('add.nameHelp')}
        error={tries > 0 && name === '' ? t('add.nameMissing') : undefined}
      >
        <Input
          value={deviceName}
          maxLength={nameLengths.passkey}
          autoFocus
          autoComplete="off"
          onChange={(event) => setDeviceName(event.target.value)}
        />
      </Field>
      <Field label={t('add.type')}>
        <Select
          value={authenticatorType}
          onValueChange={(type) => setAuthenticatorType(type as AuthenticatorType)}
          options={types.map((value) => ({ value, label: t(`type.${value}`) }))}
        />
      </Field>
    </FormDialog>
  )
}
