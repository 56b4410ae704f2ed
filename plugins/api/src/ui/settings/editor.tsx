import {
  ApiError,
  BlockForm,
  FormDialog,
  startingValues,
  toast,
  useErrorWords,
  useFieldErrors,
  useFieldProblems,
  useWords,
  valuesToSend,
} from '@recado/sdk/ui'
import { useState } from 'react'
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
  const problemsOf = useFieldProblems()
  const errorsOf = useFieldErrors()
  const wordsOf = useErrorWords()
  const create = useCreate()
  const update = useUpdate()
  const [initial] = useState<Values>(() => startingValues(configurationFields, { ...configuration }))
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const failure = create.error ?? update.error
  const refused = failure && Object.keys(issues).length === 0 ? wordsOf(failure) : undefined

  const save = async (given: Values): Promise<void> => {
    if (configuration) {
      await update.mutateAsync({ id: configuration.id, values: given })
      toast.success(t('editor.saved'))
      onClose()
    } else onCreated(await create.mutateAsync(given))
  }
  const submit = async () => {
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
  return (
    <FormDialog
      title={t(configuration ? 'editor.edit' : 'editor.create')}
      shape="wide"
      busy={create.isPending || update.isPending}
      problem={refused && [refused.text, refused.detail].filter(Boolean).join('. ')}
      mistakes={issues}
      isChanged={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <BlockForm
        fields={configurationFields}
        values={values}
        issues={issues}
        namespace="plugin.api"
        prefix="configuration"
        onChange={setValues}
      />
    </FormDialog>
  )
}
