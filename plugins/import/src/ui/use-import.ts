import { useApi, usePush, type SchemaFormProps } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Check } from '../routes.ts'
import type { Fault, Mapping, Run } from '../run/run.ts'

const key = ['import'] as const
const settingsKey = [...key, 'settings'] as const
const runsKey = [...key, 'runs'] as const
/** While an import goes on, should a push be lost. */
const lookAgainMs = 3_000

/** A plugin's settings as core answers them. */
interface PluginSettings {
  readonly id: string
  readonly form: SchemaFormProps['fields']
  readonly values: SchemaFormProps['values']
  readonly secretsSet: NonNullable<SchemaFormProps['secretsSet']>
}

export const isAlive = ({ state }: Pick<Run, 'state'>): boolean => state === 'running' || state === 'undoing'

/** The form of the source, with what is stored of it. */
export function useSourceForm() {
  const api = useApi()
  return useQuery({
    queryKey: settingsKey,
    queryFn: async ({ signal }) => {
      const { plugins } = await api.get<{ plugins: PluginSettings[] }>('/api/plugins', { signal })
      return plugins.find(({ id }) => id === 'import')
    },
  })
}

export function useSaveSource() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (settings: Readonly<Record<string, unknown>>) =>
      api.put<PluginSettings>('/api/plugins/import', { settings }),
    onSettled: () => queries.invalidateQueries({ queryKey: settingsKey }),
  })
}

export function useCheck() {
  const api = useApi()
  return useMutation({ mutationFn: (company: string | null) => api.post<Check>('check', { company }) })
}

/** Imports of the company, latest first; looked at again while one goes on. */
export function useRuns() {
  const api = useApi()
  const queries = useQueryClient()
  usePush('run', () => void queries.invalidateQueries({ queryKey: runsKey }))
  return useQuery({
    queryKey: runsKey,
    queryFn: ({ signal }) => api.get<Run[]>('runs', { signal }),
    refetchInterval: ({ state }) => (state.data?.some(isAlive) ? lookAgainMs : false),
  })
}

/** Rows of the source that an import left out or changed, again whenever more of them are counted. */
export function useFaults(run: Run) {
  const api = useApi()
  const counted = Object.values(run.problems).reduce((sum, times) => sum + times, 0)
  return useQuery({
    queryKey: [...key, 'faults', run.id, counted],
    queryFn: ({ signal }) => api.get<{ faults: Fault[] }>(`runs/${run.id}`, { signal }),
    select: ({ faults }) => faults,
    enabled: counted > 0,
  })
}

export function useStart() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly mapping: Mapping; readonly isRehearsal: boolean }) => api.post<Run>('runs', body),
    onSettled: () => queries.invalidateQueries({ queryKey: runsKey }),
  })
}

/** Stops an import, goes on with it, or takes it back. */
export function useAct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: { readonly id: string; readonly act: 'cancel' | 'resume' | 'undo' }) =>
      api.post<Run>(`runs/${id}/${act}`),
    onSettled: () => queries.invalidateQueries({ queryKey: runsKey }),
  })
}
