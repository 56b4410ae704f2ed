import type { AutomationBlock } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Audio } from '../../models/known-models.ts'
import type { OfferedKind } from '../../models/offered-kinds.ts'
import type { Prompt, PromptContent, PromptDraft, PromptVersion } from '../../prompts/prompt.ts'
import type { Cost } from '../../usage/cost.ts'
import type { PriceList } from '../../usage/prices.ts'

const key = ['ai', 'prompts'] as const

export interface PromptList {
  readonly prompts: Prompt[]
  readonly actions: AutomationBlock[]
}

/** Prompts of the company, and what they may be allowed to do. */
export function usePrompts() {
  const api = useApi()
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => api.get<PromptList>('prompts', { signal }),
    refetchOnMount: 'always',
  })
}

/** A change of prompts; what is shown is fetched again after it. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queries.invalidateQueries({ queryKey: key }) })
}

export function useSavePrompt() {
  const api = useApi()
  return useChange(({ id, ...draft }: PromptDraft & { id: string | undefined }) =>
    id === undefined ? api.post<Prompt>('prompts', draft) : api.put<Prompt>(`prompts/${id}`, draft),
  )
}

export function useDeletePrompt() {
  const api = useApi()
  return useChange((id: string) => api.delete(`prompts/${id}`))
}

const versionsKey = (id: string) => [...key, 'versions', id] as const

export interface VersionList {
  readonly publishedVersion: number | null
  readonly versions: readonly PromptVersion[]
}

/** Versions of a prompt, newest first. */
export function useVersions(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: versionsKey(id),
    queryFn: ({ signal }) => api.get<VersionList>(`prompts/${id}/versions`, { signal }),
    refetchOnMount: 'always',
  })
}

/** What a version says; nothing is asked while none is chosen. */
export function useVersion(id: string, version: number | null) {
  const api = useApi()
  return useQuery({
    queryKey: [...versionsKey(id), version],
    enabled: version !== null,
    queryFn: ({ signal }) => api.get<PromptContent>(`prompts/${id}/versions/${version}`, { signal }),
    staleTime: Infinity,
  })
}

/** Has a version answer customers. */
export function usePublish(id: string) {
  const api = useApi()
  return useChange((version: number) => api.post<Prompt>(`prompts/${id}/versions/${version}/publish`, {}))
}

export interface Queue {
  readonly id: string
  readonly name: string
}

/** Queues to hand over to. */
export function useQueues() {
  const api = useApi()
  return useQuery({
    queryKey: ['ai', 'queues'],
    queryFn: ({ signal }) => api.get<Queue[]>('/queue', { signal }),
  })
}

export interface ListedModel {
  readonly id: string
  readonly title: string
  readonly endsOn: string | null
  readonly hasEnded: boolean
  readonly replacedBy: string | null
  readonly functions: boolean
  readonly audio: Audio | null
  readonly offered: boolean
}

/** Tests the key of the company, and lists the models that it can use. */
export function useModels() {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.post<{ plugin: string | null; offers: OfferedKind[]; models: ListedModel[] }>('models', {}),
  })
}

/** Has the model for vectors make one, as the settings are. */
export function useVectorTest() {
  const api = useApi()
  return useMutation({
    mutationFn: () => api.post<{ model: string; dimensions: number }>('vectors/test', {}),
  })
}

export interface Usage {
  readonly today: number
  readonly month: number
  readonly dailyTokens: number | null
  readonly monthlyTokens: number | null
  readonly prices: PriceList | null
  readonly todayCost: Cost | null
  readonly monthCost: Cost | null
  readonly byPlugin: readonly {
    readonly plugin: string
    readonly asked: number
    readonly tokens: number
    readonly cost: Cost | null
  }[]
  readonly spent: readonly {
    readonly plugin: string
    readonly purpose: string
    readonly model: string
    readonly asked: number
    readonly failed: number
    readonly input: number
    readonly output: number
    readonly cost: Cost | null
  }[]
}

const usageKey = ['ai', 'usage'] as const

/** Replaces what tokens cost; what is shown is fetched again after it. */
export function useSavePrices() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (prices: PriceList) => api.put<PriceList>('prices', prices),
    onSettled: () => queries.invalidateQueries({ queryKey: usageKey }),
  })
}

export function useUsage() {
  const api = useApi()
  return useQuery({ queryKey: usageKey, queryFn: ({ signal }) => api.get<Usage>('usage', { signal }) })
}
