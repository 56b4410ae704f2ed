import type { FormField } from '@recado/contracts'
import { useId, useState, type FormEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../kit/button.tsx'
import { useErrorText } from '../kit/error-text.ts'
import { useIssueText } from '../kit/issue-text.ts'
import { kitNamespace } from '../kit/words.ts'
import { ApiError } from '../plugin/api.ts'
import { fieldProblem, valuesToSend } from './field-rules.ts'
import { SchemaField } from './schema-field.tsx'

/** Whether a secret is stored; its value never comes to the browser. */
export type SecretState = boolean | { readonly set: boolean; readonly last4: string | null }

/** A {@link SchemaForm}: fields as the server describes them, values, and where the words stand. */
export interface SchemaFormProps {
  fields: readonly FormField[]
  values: Readonly<Record<string, unknown>>
  secretsSet?: Readonly<Record<string, SecretState>>
  /** Where labels stand: `<prefix>.<name>.label`, `.help`, `.options.<option>` in this namespace. */
  namespace: string
  prefix: string
  /**
   * Receives the values to send; a secret is among them only when it was typed anew. A rejection is shown: the issues of
   * ERR_VALIDATION at their fields, everything else above the button.
   */
  onSubmit(values: Record<string, unknown>): Promise<unknown>
  submitLabel?: string
  readOnly?: boolean
  /** Beside the submit button. */
  actions?: ReactNode
}

const issuesOf = (problem: unknown, names: ReadonlySet<string>, textOf: ReturnType<typeof useIssueText>): Record<string, string> => {
  if (!ApiError.is(problem)) return {}
  const found: Record<string, string> = {}
  for (const issue of problem.facts.issues ?? []) {
    // `config.greeting` and `greeting.0` both belong to the field `greeting`.
    const name = issue.path.split('.').find((part) => names.has(part))
    if (name !== undefined) found[name] ??= issue.rule === undefined ? issue.message : textOf(issue)
  }
  return found
}

/** A form from the fields that the server derived of a zod schema. Its state starts over when `key` changes. */
export function SchemaForm({ fields, values, secretsSet = {}, namespace, prefix, onSubmit, submitLabel, readOnly = false, actions }: SchemaFormProps) {
  const { t } = useTranslation([kitNamespace, namespace])
  const textOf = useErrorText()
  const issueText = useIssueText()
  const id = useId()
  const [draft, setDraft] = useState<Record<string, unknown>>(() => Object.fromEntries(fields.map((field) => [field.name, field.type === 'secret' ? undefined : (values[field.name] ?? field.default)])))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<unknown>(undefined)
  const [busy, setBusy] = useState(false)

  const isSet = (name: string): boolean => { const state = secretsSet[name]; return typeof state === 'object' ? state.set : state === true }
  const problems = (): Record<string, string> => Object.fromEntries(fields.flatMap((field) => {
    const broken = fieldProblem(field, draft[field.name], field.type === 'secret' && draft[field.name] === undefined && isSet(field.name))
    return broken ? [[field.name, issueText(broken)]] : []
  }))
  const show = (found: Readonly<Record<string, string>>) => {
    setErrors(found)
    const first = fields.find((field) => found[field.name])
    if (first) document.getElementById(`${id}-${first.name}`)?.querySelector<HTMLElement>('input, textarea, select, button')?.focus()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    setProblem(undefined)
    const found = problems()
    show(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    try {
      await onSubmit(valuesToSend(fields, draft))
      setDraft((before) => ({ ...before, ...Object.fromEntries(fields.filter((field) => field.type === 'secret').map((field) => [field.name, undefined])) }))
    } catch (thrown) {
      const issues = issuesOf(thrown, new Set(fields.map((field) => field.name)), issueText)
      if (Object.keys(issues).length > 0) show(issues)
      else setProblem(thrown)
    } finally {
      setBusy(false)
    }
  }

  return (
    <form className="k-form" noValidate onSubmit={(event) => void submit(event)}>
      {fields.map((field) => (
        <div key={field.name} id={`${id}-${field.name}`}>
          <SchemaField
            field={field} value={draft[field.name]} error={errors[field.name]} disabled={readOnly} namespace={namespace} prefix={prefix} secret={secretsSet[field.name] ?? false}
            onChange={(value) => setDraft((before) => ({ ...before, [field.name]: value }))}
          />
        </div>
      ))}
      {problem !== undefined && <p role="alert" className="k-field-error">{textOf(problem)}</p>}
      {!readOnly && <div className="k-form-actions"><Button type="submit" variant="primary" busy={busy}>{submitLabel ?? t('save')}</Button>{actions}</div>}
    </form>
  )
}
