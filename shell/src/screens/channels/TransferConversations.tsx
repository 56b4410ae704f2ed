import { Button, Dialog, Field, Select, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'

export interface TransferConversationsProps {
  connection: Connection
  /** Possible targets: connections with the same kind of addresses. */
  destinations: readonly Connection[]
  onTransfer(to: string): Promise<unknown>
  onClose(): void
}

/** S4-069, S5-112…114: to which connection the conversations move, and what that means. */
export function TransferConversations({ connection, destinations, onTransfer, onClose }: TransferConversationsProps) {
  const { t } = useTranslation('settings')
  const form = useId()
  const textOf = useErrorText()
  const [to, setTo] = useState('')
  const [missing, setMissing] = useState(false)
  const transfer = useMutation({ mutationFn: onTransfer, onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (to === '') return setMissing(true)
    transfer.mutate(to)
  }
  const problem = missing ? t('channels.transfer.required') : transfer.isError ? textOf(transfer.error) : undefined
  return (
    <Dialog
      title={t('channels.transfer.title', { name: connection.name })}
      description={t('channels.transfer.detail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          {destinations.length > 0 && (
            <Button type="submit" form={form} variant="primary" busy={transfer.isPending}>
              {t('channels.transfer.submit')}
            </Button>
          )}
        </>
      }
    >
      {destinations.length === 0 ? (
        <p className="text-thread text-ink-muted">{t('channels.transfer.none')}</p>
      ) : (
        <form id={form} onSubmit={submit} noValidate>
          <Field label={t('channels.transfer.to')} error={problem} required>
            <Select
              value={to}
              autoFocus
              onValueChange={(value) => {
                setTo(value)
                setMissing(false)
              }}
              options={[
                { value: '', label: t('channels.transfer.choose') },
                ...destinations.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        </form>
      )}
    </Dialog>
  )
}
