import { Field, FormDialog, Input, useErrorText } from '@recado/sdk/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
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
  const textOf = useErrorText()
  const [typed, setTyped] = useState('')
  const deletion = useMutation({ mutationFn: onDelete, onSuccess: onClose })
  return (
    <FormDialog
      title={t('channels.deleteTitle', { name: connection.name })}
      description={t('channels.deleteDetail')}
      submitLabel={t('channels.deleteLabel')}
      submitVariant="danger"
      isReady={confirmsDeletion(typed, connection.name)}
      busy={deletion.isPending}
      onSubmit={() => deletion.mutate()}
      onClose={onClose}
    >
      <Field
        label={t('channels.deleteType', { word: t('channels.deleteWord') })}
        error={deletion.isError ? textOf(deletion.error) : undefined}
      >
        <Input value={typed} autoFocus autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
