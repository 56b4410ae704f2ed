import {
  Button,
  Dialog,
  EmptyState,
  ErrorState,
  Field,
  FormDialog,
  Icon,
  IconButton,
  Input,
  Select,
  Skeleton,
  toast,
  useApi,
  useErrorText,
  useWords,
} from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Variable, Vocabulary } from '../../variables/variable.ts'
import { maxLabelLength, maxValueLength, maxVariables } from '../../variables/variables.ts'
import {
  newVariable,
  problemsOfVariables,
  variableInputs,
  variablesOf,
  type VariableInput,
  type VariableProblems,
} from './variable-inputs.ts'

/** The company's own variables: one fixed value for all, or asked for whenever a message is inserted. */
export function VariablesDialog({ onClose }: { onClose(): void }) {
  const { t } = useWords()
  const api = useApi()
  // Fetched again, because saving replaces the whole list.
  const vocabulary = useQuery({
    queryKey: ['quick-messages', 'own-variables'],
    queryFn: ({ signal }) => api.get<Vocabulary>('variables', { signal }),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (vocabulary.data) return <VariablesForm variables={vocabulary.data.variables} onClose={onClose} />
  return (
    <Dialog open onOpenChange={onClose} shape="wide" title={t('variables.title')}>
      {vocabulary.isError ? (
        <ErrorState what={t('variables.title')} error={vocabulary.error} onRetry={() => void vocabulary.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  )
}

function VariablesForm({ variables, onClose }: { variables: readonly Variable[]; onClose(): void }) {
  const { t } = useWords()
  const textOf = useErrorText()
  const api = useApi()
  const queries = useQueryClient()
  const [inputs, setInputs] = useState<readonly VariableInput[]>(() => variableInputs(variables))
  const [problems, setProblems] = useState<ReadonlyMap<number, VariableProblems>>(new Map())
  const save = useMutation({
    mutationFn: () => api.put<Vocabulary>('variables', { variables: variablesOf(inputs) }),
    onSettled: () => queries.invalidateQueries({ queryKey: ['quick-messages', 'vocabulary'] }),
  })
  const change = (row: number, part: Partial<VariableInput>) =>
    setInputs(inputs.map((input) => (input.row === row ? { ...input, ...part } : input)))
  const submit = () => {
    const found = problemsOfVariables(inputs)
    setProblems(found)
    if (found.size > 0 || save.isPending) return
    save.mutate(undefined, {
      onSuccess: () => {
        toast.success(t('variables.saved'))
        onClose()
      },
    })
  }
  const add = (
    <Button
      size="small"
      icon={<Icon name="plus" size={15} />}
      disabled={inputs.length >= maxVariables}
      onClick={() => setInputs([...inputs, newVariable(inputs)])}
    >
      {t('variables.add')}
    </Button>
  )
  return (
    <FormDialog
      title={t('variables.title')}
      description={t('variables.description', { example: '{{endereco}}', interpolation: { escapeValue: false } })}
      shape="wide"
      busy={save.isPending}
      problem={save.isError ? textOf(save.error) : undefined}
      onSubmit={submit}
      onClose={onClose}
    >
      {inputs.length === 0 && (
        <EmptyState icon={<Icon name="code" />} title={t('variables.empty')} action={add}>
          {t('variables.emptyHelp')}
        </EmptyState>
      )}
      <ul aria-label={t('variables.title')} className="flex flex-col gap-3">
        {inputs.map((input) => (
          <VariableRow
            key={input.row}
            input={input}
            problems={problems.get(input.row) ?? {}}
            onChange={(part) => change(input.row, part)}
            onRemove={() => setInputs(inputs.filter(({ row }) => row !== input.row))}
          />
        ))}
      </ul>
      {inputs.length > 0 && <p>{add}</p>}
    </FormDialog>
  )
}

function VariableRow({
  input,
  problems,
  onChange,
  onRemove,
}: {
  input: VariableInput
  problems: VariableProblems
  onChange(part: Partial<VariableInput>): void
  onRemove(): void
}) {
  const { t } = useWords()
  const error = (field: 'key' | 'label' | 'value') =>
    problems[field] && t(`variables.invalid.${field}.${problems[field]}`)
  return (
    <li className="flex items-start gap-2 rounded-md border border-line p-3">
      <div className="grid min-w-0 flex-1 gap-3 sm:grid-cols-2">
        <Field label={t('variables.key')} error={error('key')} required>
          <Input
            value={input.key}
            maxLength={40}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => onChange({ key: event.target.value })}
          />
        </Field>
        <Field label={t('variables.label')} error={error('label')} required>
          <Input
            value={input.label}
            maxLength={maxLabelLength}
            autoComplete="off"
            onChange={(event) => onChange({ label: event.target.value })}
          />
        </Field>
        <Field label={t('variables.kind')}>
          <Select
            value={input.isAsked ? 'asked' : 'fixed'}
            options={[
              { value: 'asked', label: t('variables.asked') },
              { value: 'fixed', label: t('variables.fixed') },
            ]}
            onValueChange={(kind) => onChange({ isAsked: kind === 'asked' })}
          />
        </Field>
        {!input.isAsked && (
          <Field label={t('variables.value')} error={error('value')} required>
            <Input
              value={input.value}
              maxLength={maxValueLength}
              autoComplete="off"
              onChange={(event) => onChange({ value: event.target.value })}
            />
          </Field>
        )}
      </div>
      <IconButton
        size="small"
        icon={<Icon name="trash-2" size={15} />}
        label={t('variables.remove', { key: input.key })}
        onClick={onRemove}
      />
    </li>
  )
}
