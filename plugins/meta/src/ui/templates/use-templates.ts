import { useApi, useLiveEvent } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MessengerTemplate, TemplateDraft } from '../../templates/template.ts'

const all = ['meta', 'templates'] as const
/** While Meta decides on one that is shown. */
const decidingMs = 3_000

export interface TemplatePageOfFacebook {
  readonly id: TemplateDraft['connectionId']
  readonly name: string
}

/** The pages of Facebook that are connected. */
export function usePages() {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'pages'],
    queryFn: ({ signal }) => api.get<TemplatePageOfFacebook[]>('templates/connections', { signal }),
  })
}

/** The templates of a page, read from Meta; again by itself while it decides on one. */
export function useTemplates(connectionId: string | undefined, approved: boolean) {
  const api = useApi()
  const list = useQuery({
    queryKey: [...all, connectionId, approved],
    enabled: connectionId !== undefined,
    queryFn: async ({ signal }) => {
      const query = { connectionId, approved: String(approved) }
      return (await api.get<{ templates: MessengerTemplate[] }>('templates', { query, signal })).templates
    },
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => status === 'PENDING' || status === 'IN_APPEAL') ? decidingMs : false,
  })
  useLiveEvent('resync', () => void list.refetch())
  return list
}

export function useSubmit() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (draft: TemplateDraft) => api.post<MessengerTemplate>('templates', draft),
    onSettled: () => queries.invalidateQueries({ queryKey: all }),
  })
}
