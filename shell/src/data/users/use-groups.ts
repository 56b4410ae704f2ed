import { toast, useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import type { UserGroup } from '../../base/contracts.ts'
import { pictureForm } from '../../base/pictures/picture-form.ts'

export interface GroupInput {
  name: string
  isActive: boolean
  userIds: string[]
}

export function useGroups() {
  const api = useApi()
  return useQuery({
    queryKey: keys.userGroups,
    queryFn: ({ signal }) => api.get<UserGroup[]>('/user-groups', { signal }),
  })
}

/** Making, changing and deleting groups; the dialogs show their own failures. */
export function useGroupActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('people')
  const changed = () => void queries.invalidateQueries({ queryKey: keys.userGroups })
  const save = useMutation({
    mutationFn: ({ id, ...input }: GroupInput & { id?: string }) =>
      id === undefined ? api.post<UserGroup>('/user-groups', input) : api.put<UserGroup>(`/user-groups/${id}`, input),
    onSuccess: ({ name }) => {
      changed()
      toast.success(t('groups.saved', { name }))
    },
  })
  const picture = useMutation({
    mutationFn: ({ id, file }: { id: string; file: File | null }) =>
      file
        ? api.upload<UserGroup>(`/user-groups/${id}/image`, pictureForm(file), { method: 'PUT' })
        : api.delete<UserGroup>(`/user-groups/${id}/image`),
    onSuccess: changed,
    onError: reportFailure,
  })
  const remove = useMutation({
    mutationFn: (id: string) => api.delete(`/user-groups/${id}`),
    onSuccess: () => {
      changed()
      toast.success(t('groups.deleted'))
    },
  })
  return { save, picture, remove }
}
