import {
  ApiError,
  conversationVariables,
  Field,
  SchemaFields,
  Select,
  Switch,
  Textarea,
  useErrorText,
  useFieldErrors,
  useWords,
} from '@recado/sdk/ui'
import { useId, useState } from 'react'
import { longestMessage, ruleTypes, type Rule, type RuleDraft } from '../rules/rule.ts'
import { usualWeek } from './usual-week.ts'
import { useSaveRule } from './use-hours.ts'
import { WeekEditor } from './week-editor.tsx'

const refersTo = { queue: 'queue', user: 'user', whatsapp: 'connection' } as const

export const newDraft = (type: RuleDraft['type']): RuleDraft => ({
  type,
  target: null,
  active: true,
  days: usualWeek,
  message: '',
})

/** Hours while they are edited; what is refused stays as it was entered. */
export function useHoursForm(rule: Rule | undefined, first: RuleDraft) {
  const save = useSaveRule()
  const fieldErrors = useFieldErrors()
  const textOf = useErrorText()
  const { t } = useWords()
  const { id, ...known } = rule ?? { id: undefined, ...first }
  const [draft, setDraft] = useState<RuleDraft>(known)
  const [tried, setTried] = useState(false)
  const found = save.error ? fieldErrors(save.error) : {}
  const issues: Record<string, string> = {
    ...found,
    ...(tried && draft.type !== 'global' && draft.target === null && { target: t('form.targetNeeded') }),
  }
  const isElsewhere = ApiError.is(save.error) && Object.keys(found).length === 0
  return {
    draft,
    issues,
    refusal: save.error && (isElsewhere || !ApiError.is(save.error)) ? textOf(save.error) : undefined,
    isSaving: save.isPending,
    isChanged: JSON.stringify(draft) !== JSON.stringify(known),
    change: (change: Partial<RuleDraft>) => setDraft((before) => ({ ...before, ...change })),
    submit(onSaved: (saved: Rule) => void): void {
      setTried(true)
      if (save.isPending || (draft.type !== 'global' && draft.target === null)) return
      // A form that is drawn anew once it is saved hears of it too; a refusal stands in `save.error`.
      void save.mutateAsync({ ...draft, id }).then(onSaved, () => undefined)
    },
  }
}

type HoursFormState = ReturnType<typeof useHoursForm>

/** The fields of hours. `withTarget`: whose they are is chosen here too. */
export function HoursFields({ form, withTarget = false }: { form: HoursFormState; withTarget?: boolean }) {
  const { t } = useWords()
  const id = useId()
  const { draft, issues, change } = form
  return (
    <>
      {form.refusal !== undefined && (
        <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-list text-danger">
          {form.refusal}
        </p>
      )}
      {withTarget && (
        <>
          <Field label={t('form.type')} required>
            <Select
              value={draft.type}
              options={ruleTypes
                .filter((type) => type !== 'global')
                .map((type) => ({ value: type, label: t(`type.${type}`) }))}
              onValueChange={(type) => change({ type: type as RuleDraft['type'], target: null })}
            />
          </Field>
          {draft.type !== 'global' && (
            <SchemaFields
              id={id}
              namespace="plugin.business-hours"
              prefix={`form.${draft.type}`}
              fields={[{ name: 'target', type: 'reference', required: true, refersTo: refersTo[draft.type] }]}
              values={{ target: draft.target ?? '' }}
              issues={issues['target'] === undefined ? {} : { target: issues['target'] }}
              onChange={({ target }) => change({ target: typeof target === 'string' && target !== '' ? target : null })}
            />
          )}
        </>
      )}
      <Switch checked={draft.active} label={t('form.active')} onCheckedChange={(active) => change({ active })} />
      <WeekEditor week={draft.days} issues={issues} onChange={(days) => change({ days })} />
      <Field
        label={t('form.message')}
        error={issues['message']}
        help={t('form.messageHelp', {
          variables: conversationVariables.map((variable) => `{{${variable}}}`).join(' '),
          interpolation: { escapeValue: false },
        })}
      >
        <Textarea
          rows={4}
          maxLength={longestMessage}
          value={draft.message}
          onChange={(event) => change({ message: event.target.value })}
        />
      </Field>
    </>
  )
}
