import { Button, CopiedText, Dialog, Field, Input, SecretDialog, useErrorWords, useWords } from '@recado/sdk/ui'
import { useState } from 'react'
import { useMakeToken } from '../use-overview.ts'

/** Asks for the name of a program, and shows its token, this once. */
export function TokenDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const make = useMakeToken()
  const [name, setName] = useState('')
  // What is wrong is shown below the field.
  const confirm = () => void make.mutateAsync(name.trim()).catch(() => undefined)
  if (make.data)
    return (
      <SecretDialog
        title={t('token.title')}
        description={t('token.once')}
        keptLabel={t('token.kept')}
        onClose={onClose}
      >
        <CopiedText label={t('token.label')} text={make.data.token} />
      </SecretDialog>
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('token.title')}
      footer={
        <>
          <Button onClick={onClose}>{t('token.cancel')}</Button>
          <Button variant="primary" busy={make.isPending} disabled={name.trim() === ''} onClick={confirm}>
            {t('token.make')}
          </Button>
        </>
      }
    >
      <Field label={t('token.name')} error={make.error ? wordsOf(make.error).text : undefined}>
        <Input value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
    </Dialog>
  )
}
