import { Field, FormDialog, Input, toast, useApi, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** Explains the consequence, and asks for a code: a person at an open page cannot remove the second factor. */
export function DisableSecondFactor({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('ownPasskeys')
  const api = useApi()
  const textOf = useErrorText()
  const [code, setCode] = useState('')
  const disabling = useMutation({
    mutationFn: () => api.post('/auth/second-factor/disable', { code: code.trim() }),
    onSuccess: () => {
      toast.success(t('second.disabled'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('second.disableTitle')}
      description={t('second.disableDetail')}
      submitLabel={t('second.disable')}
      submitVariant="danger"
      isReady={code.trim() !== ''}
      busy={disabling.isPending}
      onSubmit={() => disabling.mutate()}
      onClose={onClose}
    >
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
    </FormDialog>
  )
}
