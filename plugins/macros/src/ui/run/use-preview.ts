import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { RunPreview } from '../../runs/run.ts'

/** Preview of a macro for a ticket now. */
export function usePreview(macroId: string | undefined, ticketId: string) {
  const api = useApi()
  return useQuery({
    queryKey: ['macros', 'preview', macroId, ticketId],
    enabled: macroId !== undefined,
    placeholderData: keepPreviousData,
    gcTime: 0,
    queryFn: ({ signal }) => api.get<RunPreview>(`macros/${macroId}/preview`, { signal, query: { ticketId } }),
  })
}
