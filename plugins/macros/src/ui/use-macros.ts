import type { AutomationBlock } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Macro } from '../macros/macro.ts'
import type { Step } from '../macros/step.ts'

const key = ['macros', 'list'] as const
const staleAfterMs = 60_000

/** Everything the user may run, in order. Where one is about to be chosen or changed, as it is now. */
export function useMacros({ isFresh = true } = {}) {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<Macro[]>('macros', { signal }),
    staleTime: staleAfterMs,
    refetchOnMount: isFresh ? 'always' : true,
  })
}

/** Current actions of other plugins for a step. */
export function useOffer() {
  const api = useApi()
  return useQuery({
    queryKey: ['macros', 'offer'],
    queryFn: ({ signal }) => api.get<AutomationBlock[]>('actions', { signal }),
    refetchOnMount: 'always',
  })
}

/** A macro as it is to be; without an id a new one. */
export interface SaveRequest {
  readonly id: string | undefined
  readonly name: string
  readonly shared: boolean
  readonly steps: readonly Step[]
}

export function useSave() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, ...draft }: SaveRequest) =>
      id === undefined ? api.post<Macro>('macros', draft) : api.put<Macro>(`macros/${id}`, draft),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

export function useRemove() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.delete<{ message: string }>(`macros/${id}`),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}

/** Puts them into another order, which is shown at once. */
export function useArrange() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ shared, macros }: { shared: boolean; macros: readonly Macro[] }) =>
      api.put<Macro[]>('macro-order', { shared, ids: macros.map(({ id }) => id) }),
    onMutate({ shared, macros }) {
      queries.setQueryData<Macro[]>(
        key,
        (known) =>
          known && [
            ...known.filter((macro) => macro.shared && !shared),
            ...macros,
            ...known.filter((macro) => !macro.shared && shared),
          ],
      )
    },
    onSuccess: (macros) => queries.setQueryData(key, macros),
    onError: () => queries.invalidateQueries({ queryKey: key }),
  })
}
