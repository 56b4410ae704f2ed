import type { FormField, FormPreset } from '@recado/contracts'
import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { useErrorText } from '../kit/error-text.ts'
import { useIssueSentence, useIssueText } from '../kit/issue-text.ts'
import { kitNamespace } from '../kit/words.ts'
import { ApiError } from '../plugin/api-error.ts'
import { startingValues, valuesToSend, withoutSecrets } from './field-rules.ts'
import { PresetChoice } from './preset-choice.tsx'
import { focusFirst, SchemaFields } from './schema-fields.tsx'
import type { SecretState } from './secret-state.ts'
import { secretsToRetype } from './secrets-to-retype.ts'
import { useFieldProblems } from './use-field-problems.ts'

/** Props of {@link SchemaForm}: fields as the server describes them, values, and the place of the texts. */
export interface SchemaFormProps {
  fields: readonly FormField[]
  values: Readonly<Record<string, unknown>>
  secretsSet?: Readonly<Record<string, SecretState>>
  /** Namespace and prefix of the labels: `<prefix>.<name>.label`, `.help`, `.options.<option>`. */
  namespace: string
  prefix: string
  /**
   * Receives the values to send; a secret is among them only when it was typed. A rejection is shown: the issues of
   * ERR_VALIDATION at their fields, everything else above the button. `false` says that nothing was kept: typed
   * secrets stay in their fields.
   */
  onSubmit(values: Record<string, unknown>): Promise<unknown>
  /**
   * Receives the values as they are typed, unchecked and without secrets: at first, and whenever one changes. Pass a
   * function that stays the same.
   */
  onChange?: (values: Readonly<Record<string, unknown>>) => void
  /** Providers whom the fields can be filled in for, chosen above them. */
  presets?: readonly FormPreset[]
  /** Below the fields, above the submit button. */
  below?: ReactNode
  submitLabel?: string
  readOnly?: boolean
  /** Beside the submit button. */
  actions?: ReactNode
}

const isCode = (message: string): boolean => /^ERR_[A-Z0-9_]+$/.test(message)

const issuesOf = (
  problem: unknown,
  names: ReadonlySet<string>,
  textOf: ReturnType<typeof useIssueSentence>,
): Record<string, string> => {
  if (!ApiError.is(problem)) return {}
  const found: Record<string, string> = {}
  for (const issue of problem.facts.issues ?? []) {
    // `config.greeting` and `greeting.0` both belong to the field `greeting`.
    const name = issue.path.split('.').find((part) => names.has(part))
    if (name !== undefined)
      found[name] ??= issue.rule === undefined && !isCode(issue.message) ? issue.message : textOf(issue)
  }
  return found
}

/** A form from the fields that the server derived of a zod schema. Its state starts over when `key` changes. */
export function SchemaForm({
  fields,
  values,
  secretsSet = {},
  namespace,
  prefix,
  onSubmit,
  onChange,
  presets = [],
  below,
  submitLabel,
  readOnly = false,
  actions,
}: SchemaFormProps) {
  const { t } = useTranslation([kitNamespace, namespace])
  const textOf = useErrorText()
  const issueText = useIssueText()
  const sentence = useIssueSentence()
  const problemsOf = useFieldProblems()
  const id = useId()
  const [draft, setDraft] = useState(() => startingValues(fields, values))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<unknown>(undefined)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    onChange?.(withoutSecrets(fields, draft))
  }, [fields, draft, onChange])

  const isSet = (name: string): boolean => {
    const state = secretsSet[name]
    return typeof state === 'object' ? state.set : state === true
  }
  const retype = secretsToRetype(fields, values, draft, isSet)
  const untyped = retype.filter((name) => draft[name] === undefined || draft[name] === '')
  const labelOf = (name: string): string => t(`${prefix}.${name}.label`, { ns: namespace, defaultValue: name })
  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found)
    return focusFirst(id, fields, found)
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setProblem(undefined)
    const typeAgain = Object.fromEntries(untyped.map((name) => [name, issueText({ rule: 'addressChanged' })]))
    if (show({ ...problemsOf(fields, draft, isSet), ...typeAgain })) return
    setBusy(true)
    try {
      if ((await onSubmit(valuesToSend(fields, draft))) === false) return
      setDraft((before) => ({
        ...before,
        ...Object.fromEntries(
          fields.filter((field) => field.type === 'secret').map((field) => [field.name, undefined]),
        ),
      }))
    } catch (thrown) {
      const issues = issuesOf(thrown, new Set(fields.map((field) => field.name)), sentence)
      if (!show(issues)) setProblem(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="k-form" noValidate onSubmit={(event) => void submit(event)}>
      {presets.length > 0 && !readOnly && (
        <PresetChoice
          presets={presets}
          values={draft}
          namespace={namespace}
          prefix={prefix}
          onChoose={(filled) => setDraft((before) => ({ ...before, ...filled }))}
        />
      )}
      <SchemaFields
        id={id}
        fields={fields}
        values={draft}
        issues={errors}
        namespace={namespace}
        prefix={prefix}
        secretsSet={secretsSet}
        retype={retype}
        disabled={readOnly}
        onChange={setDraft}
      />
      {below}
      <p role="status" className="k-visually-hidden">
        {untyped.length > 0 && t('secretsAgain', { fields: untyped.map(labelOf).join(', ') })}
      </p>
      {problem !== undefined && (
        <p role="alert" className="k-field-error">
          {textOf(problem)}
        </p>
      )}
      {!readOnly && (
        <div className="k-form-actions">
          <Button type="submit" variant="primary" busy={busy}>
            {submitLabel ?? t('save')}
          </Button>
          {actions}
        </div>
      )}
    </form>
  )
}
