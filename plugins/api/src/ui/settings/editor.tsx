import {
  ApiError,
  BlockForm,
  Button,
  ConfirmDialog,
  Dialog,
  startingValues,
  toast,
  useErrorWords,
  useFieldErrors,
  useFieldProblems,
  useWords,
  valuesToSend,
} from '@recado/sdk/ui'
import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import type { Configuration, ConfigurationWithToken } from '../../configurations/configuration.ts'
import { useCreate, useUpdate } from '../use-configurations.ts'
import { configurationFields } from './configuration-fields.ts'

type Values = Record<string, unknown>

interface EditorProps {
  readonly configuration: Configuration | undefined
  onClose(): void
  onCreated(made: ConfigurationWithToken): void
}

/** The editor of a new configuration, or of one that there is. Asks before what was typed is lost. */
export function Editor({ configuration, onClose, onCreated }: EditorProps) {
  const { t } = useWords()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const problemsOf = useFieldProblems()
  const errorsOf = useFieldErrors()
  const wordsOf = useErrorWords()
  const create = useCreate()
  const update = useUpdate()
  const [initial] = useState<Values>(() => startingValues(configurationFields, { ...configuration }))
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const [isLeaving, setLeaving] = useState(false)
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const failure = create.error ?? update.error
  const refused = failure && Object.keys(issues).length === 0 ? wordsOf(failure) : undefined

  // A failed save moves the focus to the first mistake.
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [issues])

  const save = async (given: Values): Promise<void> => {
    if (configuration) {
      await update.mutateAsync({ id: configuration.id, values: given })
      toast.success(t('editor.saved'))
      onClose()
    } else onCreated(await create.mutateAsync(given))
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const missing = problemsOf(configurationFields, values)
    setIssues(missing)
    if (Object.keys(missing).length > 0) return
    try {
      await save(valuesToSend(configurationFields, values))
    } catch (error) {
      const found =
        ApiError.is(error) && error.code === 'ERR_API_CONFIG_EXISTS' ? { name: wordsOf(error).text } : errorsOf(error)
      setIssues(Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.', 1)[0]!, text])))
    }
  }
  const leave = () => (isChanged ? setLeaving(true) : onClose())
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) leave()
      }}
      shape="wide"
      title={t(configuration ? 'editor.edit' : 'editor.create')}
      footer={
        <>
          <Button onClick={leave}>{t('editor.cancel')}</Button>
          <Button type="submit" form={formId} variant="primary" busy={create.isPending || update.isPending}>
            {t('editor.save')}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        className="flex min-w-0 flex-col gap-4"
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <BlockForm
          fields={configurationFields}
          values={values}
          issues={issues}
          namespace="plugin.api"
          prefix="configuration"
          onChange={setValues}
        />
        {refused && (
          <p role="alert" className="text-list text-danger">
            {refused.text}
            {refused.detail && <span className="block">{refused.detail}</span>}
          </p>
        )}
      </form>
      <ConfirmDialog
        title={t('editor.discard.title')}
        description={t('editor.discard.detail')}
        confirmLabel={t('editor.discard.confirm')}
        open={isLeaving}
        onOpenChange={setLeaving}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
