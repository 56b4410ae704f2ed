import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Rule } from '../rules/rule.ts'
import type { SentRule } from './editor/draft.ts'

const key = ['automations', 'rules'] as const

/** All rules in their order, with how often they fired. */
export function useRules() {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Rule[]>('rules', { signal }),
    refetchOnMount: 'always',
  })
}

const replace = (queries: QueryClient, id: string, change: (rule: Rule) => Rule) =>
  queries.setQueryData<Rule[]>(key, (known) => known?.map((rule) => (rule.id === id ? change(rule) : rule)))

/** Keeps a rule; without an id a new one. */
export function useSave() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, rule }: { id: string | undefined; rule: SentRule }) =>
      id === undefined ? api.post<Rule>('rules', rule) : api.put<Rule>(`rules/${id}`, rule),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Switches a rule on or off, which is shown at once. */
export function useSwitch() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, isActive }: Pick<Rule, 'id' | 'isActive'>) => api.patch<Rule>(`rules/${id}`, { isActive }),
    onMutate: ({ id, isActive }) => {
      replace(queries, id, (rule) => ({ ...rule, isActive }))
    },
    onSuccess: (changed) => {
      replace(queries, changed.id, () => changed)
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useRemove() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete<{ message: string }>(`rules/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Puts them into another order, which is shown at once. */
export function useArrange() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (rules: readonly Rule[]) => api.put<Rule[]>('rule-order', { ids: rules.map(({ id }) => id) }),
    onMutate: (rules) => {
      queries.setQueryData<Rule[]>(key, [...rules])
    },
    onSuccess: (rules) => {
      queries.setQueryData(key, rules)
    },
    onError: () => queries.invalidateQueries({ queryKey: key }),
  })
}
