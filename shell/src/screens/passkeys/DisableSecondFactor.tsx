import { Button, Dialog, Field, Input, toast, useApi, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'

/** Explains the consequence, and asks for a code: a person at an open page cannot remove the second factor. */
export function DisableSecondFactor({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('ownPasskeys')
  const api = useApi()
  const form = useId()
  const textOf = useErrorText()
  const [code, setCode] = useState('')
  const disabling = useMutation({
    mutationFn: () => api.post('/auth/second-factor/disable', { code: code.trim() }),
    onSuccess: () => {
      toast.success(t('second.disabled'))
      onClose()
    },
  })
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '' && !disabling.isPending) disabling.mutate()
  }
  return (
    <Dialog
      title={t('second.disableTitle')}
      description={t('second.disableDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('second.close')}</Button>
          <Button type="submit" form={form} variant="danger" busy={disabling.isPending} disabled={code.trim() === ''}>
            {t('second.disable')}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <Field label={t('second.anyCode')} error={disabling.isError ? textOf(disabling.error) : undefined}>
          <Input
            value={code}
            maxLength={20}
            autoFocus
            autoComplete="one-time-code"
            spellCheck={false}
            className="tabular-nums"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}
