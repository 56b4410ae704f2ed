import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod'
import type {
  DraftAnswer,
  Figures,
  Flow,
  FlowExport,
  FlowFile,
  FlowOffer,
  FlowSummary,
  ImportNote,
  TemplateOffer,
} from '../flows/flow.ts'
import type { Graph } from '../graph/graph.ts'
import type { UndecidedVersion } from '../graph/merge/undecided.ts'
import type { StepDraft, StepView } from '../steps/step.ts'

const listKey = ['flows', 'list'] as const
const flowKey = (id: string) => ['flows', 'one', id] as const
const stepsKey = (id: string) => ['flows', 'steps', id] as const

export function useFlowList() {
  const api = useApi()
  return useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api.get<FlowSummary[]>('flows', { signal }),
    refetchOnMount: 'always',
  })
}

/** A flow with its draft, as it is when the builder opens: what is drawn afterwards is the builder's own. */
export function useFlow(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: flowKey(id),
    queryFn: ({ signal }) => api.get<Flow>(`flows/${id}`, { signal }),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
  })
}

export function useOffer() {
  const api = useApi()
  return useQuery({
    queryKey: ['flows', 'offer'],
    queryFn: ({ signal }) => api.get<z.output<typeof FlowOffer>>('blocks', { signal }),
    staleTime: 60_000,
  })
}

/** Approved templates whose name or text has these words. */
export function useTemplates(search: string, enabled = true) {
  const api = useApi()
  return useQuery({
    queryKey: ['flows', 'templates', search],
    enabled,
    queryFn: async ({ signal }) =>
      (await api.get<TemplateOffer>(`templates?search=${encodeURIComponent(search.slice(0, 100))}`, { signal }))
        .templates,
    staleTime: 60_000,
  })
}

export function useFigures(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['flows', 'figures', id],
    queryFn: ({ signal }) => api.get<z.output<typeof Figures>>(`flows/${id}/figures`, { signal }),
    staleTime: 60_000,
    refetchOnMount: 'always',
  })
}

/** A change of flows; lists are fetched again after it. */
function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: listKey }),
  })
}

export function useCreateFlow() {
  const api = useApi()
  return useChange((details: { name: string; description: string; testNumber: string }) =>
    api.post<Flow>('flows', details),
  )
}

export function useChangeFlow() {
  const api = useApi()
  return useChange(({ id, ...details }: { id: string; name?: string; description?: string; testNumber?: string }) =>
    api.patch<FlowSummary>(`flows/${id}`, details),
  )
}

export function useActivateFlow() {
  const api = useApi()
  return useChange(({ id, isActive }: { id: string; isActive: boolean }) =>
    api.put<FlowSummary>(`flows/${id}/active`, { isActive }),
  )
}

export function useDeleteFlow() {
  const api = useApi()
  return useChange((id: string) => api.delete(`flows/${id}`))
}

export function useCopyFlow() {
  const api = useApi()
  return useChange(({ id, name }: { id: string; name: string }) => api.post<Flow>(`flows/${id}/copies`, { name }))
}

export function useImportFlow() {
  const api = useApi()
  return useChange((file: unknown) =>
    api.post<{ flow: Flow; notes: z.output<typeof ImportNote>[] }>('imports', { file }),
  )
}

export function useExportFlow() {
  const api = useApi()
  return useMutation({ mutationFn: (id: string) => api.get<z.output<typeof FlowExport>>(`flows/${id}/export`) })
}

export function usePublishFlow() {
  const api = useApi()
  return useChange(({ id, revision }: { id: string; revision: number }) =>
    api.post<Flow>(`flows/${id}/versions`, { revision }),
  )
}

/** Keeps a draft; `page` names the page that does it to the others. */
export function useSaveDraft(id: string, page: string) {
  const api = useApi()
  return (revision: number, graph: Graph, undecided: readonly UndecidedVersion[]) =>
    api.put<z.output<typeof DraftAnswer>>(`flows/${id}/draft`, { revision, graph, undecided, page })
}

export function useUploadFile() {
  const api = useApi()
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.append('file', file)
      return api.upload<z.output<typeof FlowFile>>('media', form)
    },
  })
}

export function useSteps(id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: stepsKey(id ?? ''),
    enabled: id !== undefined,
    queryFn: ({ signal }) => api.get<StepView>(`flows/${id}/steps`, { signal }),
    refetchOnMount: 'always',
  })
}

/** A change of a flow's steps, which are answered as they are then. */
function useStepChange<Input>(id: string, change: (input: Input) => Promise<StepView>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSuccess: (view) => {
      queries.setQueryData(stepsKey(id), view)
      void queries.invalidateQueries({ queryKey: listKey })
    },
  })
}

export function useSaveStep(id: string) {
  const api = useApi()
  return useStepChange(id, ({ stepId, ...draft }: StepDraft & { stepId: string | undefined }) =>
    stepId === undefined
      ? api.post<StepView>(`flows/${id}/steps`, draft)
      : api.put<StepView>(`flows/${id}/steps/${stepId}`, draft),
  )
}

export function useDeleteStep(id: string) {
  const api = useApi()
  return useStepChange(id, (stepId: string) => api.delete<StepView>(`flows/${id}/steps/${stepId}`))
}
