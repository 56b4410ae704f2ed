import { Button, Dialog, Field, Input, Textarea, toast, useErrorWords, useFieldErrors, useWords } from '@recado/sdk/ui'
import { useId, useState, type FormEvent } from 'react'
import type { Configuration } from '../../configurations/configuration.ts'
import { useTrial } from '../use-configurations.ts'

/** Sends a message to a number, as a program would. */
export function TrialDialog({ configuration, onClose }: { configuration: Configuration; onClose(): void }) {
  const { t } = useWords()
  const formId = useId()
  const wordsOf = useErrorWords()
  const errorsOf = useFieldErrors()
  const trial = useTrial()
  const [number, setNumber] = useState('')
  const [body, setBody] = useState(() => t('trial.text'))
  const issues = trial.error ? errorsOf(trial.error) : {}
  const refused = trial.error && Object.keys(issues).length === 0 ? wordsOf(trial.error) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    trial.mutateAsync({ id: configuration.id, number: number.trim(), body: body.trim() }).then(
      () => {
        toast.success(t('trial.sent'))
        onClose()
      },
      // Shown in the form.
      () => undefined,
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={t('trial.title', { name: configuration.name })}
      description={t('trial.detail')}
      footer={
        <>
          <Button onClick={onClose}>{t('editor.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={trial.isPending}
            disabled={number.trim() === '' || body.trim() === ''}
          >
            {t('trial.send')}
          </Button>
        </>
      }
    >
      <form id={formId} className="flex flex-col gap-4" noValidate onSubmit={submit}>
        <Field label={t('trial.number')} help={t('trial.numberHelp')} error={issues['number']} required>
          <Input value={number} autoComplete="off" onChange={(event) => setNumber(event.target.value)} />
        </Field>
        <Field label={t('trial.body')} error={issues['body']} required>
          <Textarea value={body} onChange={(event) => setBody(event.target.value)} />
        </Field>
        {refused && (
          <p role="alert" className="text-list text-danger">
            {refused.text}
            {refused.detail && <span className="block">{refused.detail}</span>}
          </p>
        )}
      </form>
    </Dialog>
  )
}
