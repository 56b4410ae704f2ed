import { Button, Dialog, Field, Input, Select } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
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
  const form = useId()
  const [deviceName, setDeviceName] = useState(() => t('add.defaultName'))
  const [authenticatorType, setAuthenticatorType] = useState<AuthenticatorType>('platform')
  const [asked, setAsked] = useState(false)
  const adding = useMutation({ mutationFn: onAdd, onSuccess: onClose })
  const name = deviceName.trim()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setAsked(true)
    if (name !== '' && !adding.isPending) adding.mutate({ deviceName: name, authenticatorType })
  }
  return (
    <Dialog
      title={t('add.title')}
      description={t('add.detail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('add.cancel')}</Button>
          <Button type="submit" form={form} variant="primary" busy={adding.isPending}>
            {t('add.submit')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
        {adding.isError && <PasskeyProblem error={adding.error} />}
        <Field
          label={t('add.name')}
          help={t('add.nameHelp')}
          error={asked && name === '' ? t('add.nameMissing') : undefined}
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
      </form>
    </Dialog>
  )
}
