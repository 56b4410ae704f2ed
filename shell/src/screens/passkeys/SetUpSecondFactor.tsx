import { Button, Dialog, ErrorState, Field, Input, Skeleton, useApi, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { QRCode } from 'react-qr-code'
import { RecoveryCodes } from './RecoveryCodes.tsx'

/** In groups of four, as people read them off. */
const readable = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

/** Gives the secret to the app, confirms it by a code, and shows the recovery codes. */
export function SetUpSecondFactor({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('ownPasskeys')
  const api = useApi()
  const form = useId()
  const textOf = useErrorText()
  const [code, setCode] = useState('')
  const { mutate: begin, ...begun } = useMutation({
    mutationFn: () => api.post<{ secret: string; address: string }>('/auth/second-factor/begin'),
  })
  const confirming = useMutation({
    mutationFn: () =>
      api.post<{ recoveryCodes: string[] }>('/auth/second-factor/confirm', { code: code.replace(/\s/g, '') }),
  })
  const isBegun = useRef(false)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    begin()
  }, [begin])
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (code.trim() !== '' && !confirming.isPending) confirming.mutate()
  }
  if (confirming.data) return <RecoveryCodes codes={confirming.data.recoveryCodes} onClose={onClose} />
  return (
    <Dialog
      title={t('second.setUpTitle')}
      description={t('second.scan')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('second.close')}</Button>
          <Button
            type="submit"
            form={form}
            variant="primary"
            busy={confirming.isPending}
            disabled={code.trim() === '' || !begun.data}
          >
            {t('second.confirm')}
          </Button>
        </>
      }
    >
      {begun.isError && <ErrorState what={t('second.what')} error={begun.error} onRetry={begin} />}
      {!begun.isError && (
        <form id={form} noValidate className="flex flex-col gap-4" onSubmit={submit}>
          <div className="mx-auto rounded-lg bg-white p-3">
            {begun.data ? (
              <QRCode value={begun.data.address} size={176} role="img" aria-label={t('second.qr')} />
            ) : (
              <Skeleton width="11rem" height="11rem" />
            )}
          </div>
          <div className="text-center text-list">
            <p className="text-ink-muted">{t('second.orType')}</p>
            {begun.data ? (
              <code className="mt-1 block break-words select-all tabular-nums" translate="no">
                {readable(begun.data.secret)}
              </code>
            ) : (
              <Skeleton height="1.25rem" />
            )}
          </div>
          <Field
            label={t('second.code')}
            help={t('second.codeHelp')}
            error={confirming.isError ? textOf(confirming.error) : undefined}
          >
            <Input
              value={code}
              inputMode="numeric"
              maxLength={7}
              autoFocus
              autoComplete="one-time-code"
              className="tabular-nums"
              onChange={(event) => setCode(event.target.value)}
            />
          </Field>
        </form>
      )}
    </Dialog>
  )
}
