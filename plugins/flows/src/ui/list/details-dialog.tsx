import {
  ApiError,
  Field,
  FormDialog,
  Input,
  Textarea,
  toast,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useState } from 'react'
import type { FlowSummary } from '../../flows/flow.ts'
import { maxDescriptionLength, maxNameLength } from '../../graph/limits.ts'
import { useChangeFlow, useCreateFlow } from '../use-flows.ts'

interface DetailsDialogProps {
  flow: FlowSummary | undefined
  onClose(): void
  onCreated(id: string): void
}

/** Name, description and test number of a flow (S3-032), of a new one or of one that is there. */
export function DetailsDialog({ flow, onClose, onCreated }: DetailsDialogProps) {
  const { t } = useWords()
  const textOf = useErrorText()
  const fieldErrors = useFieldErrors()
  const create = useCreateFlow()
  const change = useChangeFlow()
  const [given] = useState({
    name: flow?.name ?? '',
    description: flow?.description ?? '',
    testNumber: flow?.testNumber ?? '',
  })
  const [details, setDetails] = useState(given)
  const [tries, setTries] = useState(0)
  const error = flow ? change.error : create.error
  const isTaken = ApiError.is(error) && error.code === 'ERR_FLOW_EXISTS'
  const issues = error ? fieldErrors(error) : {}
  const name = details.name.trim()
  const submit = (): void => {
    setTries(tries + 1)
    if (name === '' || create.isPending || change.isPending) return
    if (flow)
      change.mutate(
        { id: flow.id, ...details, name },
        {
          onSuccess: () => {
            toast.success(t('list.saved'))
            onClose()
          },
        },
      )
    else create.mutate({ ...details, name }, { onSuccess: ({ id }) => onCreated(id) })
  }
  return (
    <FormDialog
      title={t(flow ? 'list.details' : 'list.create')}
      busy={create.isPending || change.isPending}
      problem={error && !isTaken && Object.keys(issues).length === 0 ? textOf(error) : undefined}
      mistakes={error ?? tries}
      isChanged={JSON.stringify(details) !== JSON.stringify(given)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field
        label={t('field.name')}
        required
        error={isTaken ? textOf(error) : (issues['name'] ?? (tries > 0 && name === '' ? t('field.needed') : undefined))}
      >
        <Input
          autoFocus
          autoComplete="off"
          value={details.name}
          maxLength={maxNameLength}
          onChange={(event) => setDetails({ ...details, name: event.target.value })}
        />
      </Field>
      <Field label={t('field.description')} error={issues['description']}>
        <Textarea
          rows={2}
          value={details.description}
          maxLength={maxDescriptionLength}
          onChange={(event) => setDetails({ ...details, description: event.target.value })}
        />
      </Field>
      <Field label={t('field.testNumber')} help={t('field.testNumberHelp')} error={issues['testNumber']}>
        <Input
          inputMode="tel"
          autoComplete="off"
          value={details.testNumber}
          maxLength={30}
          onChange={(event) => setDetails({ ...details, testNumber: event.target.value })}
        />
      </Field>
    </FormDialog>
  )
}
