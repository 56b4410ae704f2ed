import { CopiedText, Field, FormDialog, Input, SecretDialog, useErrorWords, useWords } from '@recado/sdk/ui'
import { useRef, useState } from 'react'
import { useMakeToken } from '../use-overview.ts'

/** Asks for the name of a program, and shows its token, this once. */
export function TokenDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const wordsOf = useErrorWords()
  const make = useMakeToken()
  const input = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  // What is wrong is shown below the field.
  const submit = () =>
    name.trim() === '' ? input.current?.focus() : void make.mutateAsync(name.trim()).catch(() => undefined)
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
    <FormDialog
      title={t('token.title')}
      submitLabel={t('token.make')}
      busy={make.isPending}
      mistakes={make.error}
      isChanged={name !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={t('token.name')} error={make.error ? wordsOf(make.error).text : undefined}>
        <Input ref={input} value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
      </Field>
    </FormDialog>
  )
}
