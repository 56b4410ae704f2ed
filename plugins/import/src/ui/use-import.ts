import { useApi, usePush, type SchemaFormProps } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Check } from '../check.ts'
import type { TableCheck, UploadedTable } from '../table/routes.ts'
import type { TableChoice } from '../table/table-choice.ts'
import type { Fault, Mapping, Run } from '../run/run.ts'

const key = ['import'] as const
const settingsKey = [...key, 'settings'] as const
const tablesKey = [...key, 'tables'] as const
const runsKey = [...key, 'runs'] as const
/** While an import goes on, should a push be lost. */
const lookAgainMs = 3_000

/** While one follows the old system. */
const lagMs = 30_000

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
  return useMutation({ mutationFn: (of: Pick<Mapping, 'company' | 'from'>) => api.post<Check>('check', of) })
}

/** Tables that were uploaded and not imported yet, latest first. */
export function useTables() {
  const api = useApi()
  return useQuery({
    queryKey: tablesKey,
    queryFn: ({ signal }) => api.get<UploadedTable[]>('tables', { signal }),
  })
}

/** Uploads a table, or removes one. */
export function useTableActs() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: tablesKey })
  return {
    upload: useMutation({
      mutationFn: (file: File) => {
        const form = new FormData()
        form.append('file', file)
        return api.upload<UploadedTable>('tables', form)
      },
      onSettled,
    }),
    discard: useMutation({ mutationFn: (id: string) => api.delete(`tables/${id}`), onSettled }),
  }
}

export function useTableCheck() {
  const api = useApi()
  return useMutation({ mutationFn: (table: TableChoice) => api.post<TableCheck>('tables/check', { table }) })
}

/** Imports of the company, latest first; looked at again while one goes on. */
export function useRuns() {
  const api = useApi()
  const queries = useQueryClient()
  usePush('run', () => {
    void queries.invalidateQueries({ queryKey: runsKey })
    void queries.invalidateQueries({ queryKey: tablesKey })
  })
  return useQuery({
    queryKey: runsKey,
    queryFn: ({ signal }) => api.get<Run[]>('runs', { signal }),
    refetchInterval: ({ state }) =>
      state.data?.some(isAlive) ? lookAgainMs : state.data?.some((run) => run.state === 'following') ? lagMs : false,
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
    onSettled: () => Promise.all([runsKey, tablesKey].map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
}

/** Stops an import, goes on with it, or takes it back. */
export function useAct() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, act }: { readonly id: string; readonly act: 'cancel' | 'resume' | 'undo' | 'look' | 'stop' }) =>
      api.post<Run>(`runs/${id}/${act}`),
    onSettled: () => queries.invalidateQueries({ queryKey: runsKey }),
  })
}
