import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { keys } from '../../../base/query-keys.ts'
import { saveFile } from '../../../base/ui/saved-file.ts'
import type {
  ContactImport,
  ContactImportField,
  ContactImportPreview,
  ContactImportStart,
} from '../../../base/contracts.ts'

const lookEveryMs = 1_000

/** The user's imports, newest first. */
export function useContactImports() {
  const api = useApi()
  return useQuery({
    queryKey: keys.contactImports,
    queryFn: ({ signal }) => api.get<ContactImport[]>('/contact-imports', { signal }),
  })
}

/** One import, looked at again as long as it runs. */
export function useContactImport(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.contactImport(id),
    queryFn: ({ signal }) => api.get<ContactImport>(`/contact-imports/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? lookEveryMs : false),
  })
}

/** Preview of the first rows; the last one stays while another choice is loaded. */
export function useContactImportPreview(
  id: string,
  mapping: readonly ContactImportField[],
  countryCode: string | null,
) {
  const api = useApi()
  return useQuery({
    queryKey: keys.contactImportPreview(id, { mapping, countryCode }),
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      api.post<ContactImportPreview>(`/contact-imports/${id}/preview`, { mapping, countryCode }, { signal }),
  })
}

/** Uploading, starting and stopping; the sheet shows their failures. */
export function useContactImportActs() {
  const api = useApi()
  const queries = useQueryClient()
  const changed = (one: ContactImport): void => {
    queries.setQueryData(keys.contactImport(one.id), one)
    void queries.invalidateQueries({ queryKey: keys.contactImports, exact: true })
  }
  const upload = useMutation({
    mutationFn: (file: File) => {
      const form = new FormData()
      form.set('file', file)
      return api.upload<ContactImport>('/contact-imports', form)
    },
    onSuccess: changed,
  })
  const start = useMutation({
    mutationFn: ({ id, ...choices }: ContactImportStart & { id: string }) =>
      api.post<ContactImport>(`/contact-imports/${id}/start`, choices),
    onSuccess: changed,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => api.post<ContactImport>(`/contact-imports/${id}/cancel`, {}),
    onSuccess: changed,
  })
  const refused = useMutation({
    mutationFn: (id: string) => saveFile(`/contact-imports/${id}/refused`, 'contacts-refused.csv'),
  })
  return { upload, start, cancel, refused }
}
