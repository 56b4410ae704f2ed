import { Button, Dialog, Field, Input, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Connection } from '../../base/contracts.ts'

/** S5-111, reading 103: any of these, in every language. */
const words = ['EXCLUIR', 'DELETE']
export const confirmsDeletion = (typed: string, name: string): boolean =>
  [...words, name.trim()].includes(typed.trim()) || words.includes(typed.trim().toUpperCase())

export function DeleteConnection({
  connection,
  onDelete,
  onClose,
}: {
  connection: Connection
  onDelete(): Promise<unknown>
  onClose(): void
}) {
  const { t } = useTranslation('settings')
  const form = useId()
  const textOf = useErrorText()
  const [typed, setTyped] = useState('')
  const deletion = useMutation({ mutationFn: onDelete, onSuccess: onClose })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (confirmsDeletion(typed, connection.name)) deletion.mutate()
  }
  return (
    <Dialog
      title={t('channels.deleteTitle', { name: connection.name })}
      description={t('channels.deleteDetail')}
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('shell:action.cancel')}</Button>
          <Button
            type="submit"
            form={form}
            variant="danger"
            busy={deletion.isPending}
            disabled={!confirmsDeletion(typed, connection.name)}
          >
            {t('channels.deleteLabel')}
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit}>
        <Field
          label={t('channels.deleteType', { word: t('channels.deleteWord') })}
          error={deletion.isError ? textOf(deletion.error) : undefined}
        >
          <Input value={typed} autoFocus autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
