import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import type { Plan, PlanInput } from '../../base/contracts.ts'

export function usePlans() {
  const api = useApi()
  return useQuery({ queryKey: keys.companyPlans, queryFn: ({ signal }) => api.get<Plan[]>('/plans', { signal }) })
}

export function usePlanActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('companies')
  const done = (words: string) => () => {
    for (const queryKey of [keys.companyPlans, keys.companies]) void queries.invalidateQueries({ queryKey })
    toast.success(t(words))
  }
  const create = useMutation({
    mutationFn: (input: PlanInput) => api.post<Plan>('/plans', input),
    onSuccess: done('plans.created'),
  })
  const update = useMutation({
    mutationFn: ({ id, ...input }: PlanInput & { id: string; apply: boolean }) => api.put<Plan>(`/plans/${id}`, input),
    onSuccess: done('plans.saved'),
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/plans/${id}`),
    onSuccess: done('plans.deleted'),
  })
  return { create, update, remove }
}
