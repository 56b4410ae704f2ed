import type { BotTestOutcome } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Bot, BotDraft } from '../bots/bot.ts'

const key = ['bots', 'list'] as const

export interface BotList {
  readonly bots: Bot[]
  readonly providers: { readonly plugin: string; readonly title: string }[]
}

/** Bots of the company, and what speaks with them. */
export function useBots() {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<BotList>('bots', { signal }),
    refetchOnMount: 'always',
  })
}

/** A change of bots; what is shown is fetched again after it. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queries.invalidateQueries({ queryKey: key }) })
}

export function useSaveBot() {
  const api = useApi()
  return useChange(({ id, ...draft }: BotDraft & { id: string | undefined }) =>
    id === undefined ? api.post<Bot>('bots', draft) : api.put<Bot>(`bots/${id}`, draft),
  )
}

export function useDeleteBot() {
  const api = useApi()
  return useChange((id: string) => api.delete(`bots/${id}`))
}

export function useTestBot() {
  const api = useApi()
  return useMutation({
    mutationFn: (id: string) => api.post<{ outcome: BotTestOutcome; says: number }>(`bots/${id}/test`, {}),
  })
}
