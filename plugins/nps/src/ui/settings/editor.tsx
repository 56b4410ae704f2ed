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
import type { SurveyKind } from '../../survey/kind.ts'
import type { Survey } from '../../surveys/survey.ts'
import { useSave } from '../use-surveys.ts'
import { surveyFields } from './survey-fields.ts'

type Values = Record<string, unknown>
/** The messages with which a survey of a kind begins. */
const messages = ['requestMessage', 'thanksMessage', 'invalidMessage', 'timeoutMessage'] as const

/** The editor of a new survey of a kind, or of one that there is. Asks before what was typed is lost. */
export function Editor({ survey, kind, onClose }: { survey: Survey | undefined; kind: SurveyKind; onClose(): void }) {
  const { t } = useWords()
  const problemsOf = useFieldProblems()
  const errorsOf = useFieldErrors()
  const wordsOf = useErrorWords()
  const save = useSave()
  const [initial] = useState<Values>(() =>
    startingValues(
      surveyFields('nps'),
      survey
        ? { ...survey }
        : {
            name: t(`kind.${kind}.name`),
            kind,
            enabled: true,
            ...Object.fromEntries(messages.map((name) => [name, t(`kind.${kind}.${name}`)])),
          },
    ),
  )
  const [values, setValues] = useState(initial)
  const [issues, setIssues] = useState<Record<string, string>>({})
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial)
  const fields = surveyFields((values['kind'] as SurveyKind | undefined) ?? kind)
  const refused = save.error && Object.keys(issues).length === 0 ? wordsOf(save.error) : undefined

  /** Messages that nobody has changed follow the kind. */
  const change = (next: Values) => {
    const [before, after] = [values['kind'] as SurveyKind, next['kind'] as SurveyKind]
    if (before !== after)
      for (const name of ['name', ...messages])
        if (next[name] === t(`kind.${before}.${name}`)) next[name] = t(`kind.${after}.${name}`)
    setValues(next)
  }
  const submit = async () => {
    const missing = problemsOf(fields, values)
    setIssues(missing)
    if (Object.keys(missing).length > 0) return
    try {
      await save.mutateAsync({ id: survey?.id, values: valuesToSend(fields, values) })
      toast.success(t('editor.saved'))
      onClose()
    } catch (error) {
      const found =
        ApiError.is(error) && error.code === 'ERR_SURVEY_EXISTS' ? { name: wordsOf(error).text } : errorsOf(error)
      setIssues(Object.fromEntries(Object.entries(found).map(([path, text]) => [path.split('.', 1)[0]!, text])))
    }
  }
  return (
    <FormDialog
      title={t(survey ? 'editor.edit' : 'editor.create')}
      shape="wide"
      busy={save.isPending}
      problem={refused && [refused.text, refused.detail].filter(Boolean).join('. ')}
      mistakes={issues}
      isChanged={isChanged}
      onSubmit={submit}
      onClose={onClose}
    >
      <BlockForm
        fields={fields}
        values={values}
        issues={issues}
        namespace="plugin.nps"
        prefix="survey"
        onChange={change}
      />
      <p className="text-list text-ink-muted">{t('editor.variables')}</p>
    </FormDialog>
  )
}
