import type { FormChoices } from '@recado/contracts'
import { useQuery } from '@tanstack/react-query'
import { Button } from '../kit/button.tsx'
import { useErrorText } from '../kit/error-text.ts'
import { Select } from '../kit/field.tsx'
import { useKitWords } from '../kit/words.ts'
import { useApi } from '../plugin/context.tsx'

/** Options of a field that a route of the plugin answers; `namespace` is the plugin's. */
function useChoices(namespace: string, path: string) {
  const api = useApi()
  const route = `/p/${namespace.replace(/^plugin\./, '')}${path}`
  return useQuery({
    queryKey: ['form-choices', route],
    queryFn: ({ signal }) => api.get<FormChoices>(route, { signal }),
    staleTime: 10_000,
  })
}

interface ChoiceControlProps {
  path: string
  namespace: string
  value: string
  required: boolean
  disabled: boolean
  onChange(value: string): void
}

/** Lets one of the plugin's own things be chosen; one that is gone is shown by its id until another is chosen. */
export function ChoiceControl({ path, namespace, value, required, disabled, onChange }: ChoiceControlProps) {
  const t = useKitWords()
  const textOf = useErrorText()
  const { data, isError, error, refetch } = useChoices(namespace, path)
  if (isError)
    return (
      <div className="k-suggestions-empty">
        {textOf(error)}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('retry')}
        </Button>
      </div>
    )
  const offered = (data?.choices ?? []).map(({ id, title }) => ({ value: id, label: title }))
  const isKnown = value === '' || offered.some((option) => option.value === value)
  const options = isKnown ? offered : [{ value, label: data ? value : '…' }, ...offered]
  return (
    <Select
      value={value}
      disabled={disabled || data === undefined}
      options={required && value !== '' ? options : [{ value: '', label: '–' }, ...options]}
      onValueChange={onChange}
    />
  )
}

/** What was chosen, by name. */
export function ChoiceName({ path, namespace, value }: Pick<ChoiceControlProps, 'path' | 'namespace' | 'value'>) {
  const { data } = useChoices(namespace, path)
  return <>{data?.choices.find(({ id }) => id === value)?.title ?? value}</>
}
