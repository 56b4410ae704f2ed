import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { pictureForm } from '../../base/pictures/picture-form.ts'
import type {
  UserChange,
  UserCreate,
  UserHandover,
  UserRecord,
  UserWithQueues,
  UserWorkload,
} from '../../base/contracts.ts'

/** Filters of the list; an empty text is no filter. */
export interface UserFilter {
  searchParam: string
  profile: string
  queueId: string
  active: string
  online: string
}
export const noFilter: UserFilter = { searchParam: '', profile: '', queueId: '', active: '', online: '' }

interface UserPage {
  users: UserRecord[]
  count: number
  hasMore: boolean
  nextCursor: string | null
}
interface ColleaguePage {
  users: UserWithQueues[]
  nextCursor: string | null
}

/** Filters that are set, as the server takes them. */
const queryOf = (filter: object) =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== '')) as Record<string, string>

export function useUserList(filter: UserFilter) {
  const api = useApi()
  const query = queryOf(filter)
  return useInfiniteQuery({
    queryKey: keys.userList(query),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => api.get<UserPage>('/users', { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Active users with their queues (S2-106). */
export function useColleagues(filter: { searchParam: string; queueId: string }) {
  const api = useApi()
  const query = queryOf(filter)
  return useInfiniteQuery({
    queryKey: keys.colleagues(query),
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<ColleaguePage>('/users/with-queue', { signal, query: { ...query, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

export function useUser(id: string) {
  const api = useApi()
  return useQuery({ queryKey: keys.user(id), queryFn: ({ signal }) => api.get<UserRecord>(`/users/${id}`, { signal }) })
}

/** Work that would be transferred. */
export function useWorkload(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: keys.workload(id),
    staleTime: 0,
    queryFn: ({ signal }) => api.get<UserWorkload>(`/users/${id}/workload`, { signal }),
  })
}

/** Acts on an account. Forms and dialogs show their own failures; the others show a notice. */
export function useUserActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('people')
  const changed = () => queries.invalidateQueries({ queryKey: keys.users })
  const create = useMutation({
    mutationFn: (input: UserCreate) => api.post<UserRecord>('/users', input),
    onSuccess: ({ name }) => {
      void changed()
      toast.success(t('users.created', { name }))
    },
  })
  const change = useMutation({
    mutationFn: ({ id, ...input }: UserChange & { id: string }) => api.put<UserRecord>(`/users/${id}`, input),
    onSuccess: ({ name }) => {
      void changed()
      toast.success(t('users.saved', { name }))
    },
  })
  const picture = useMutation({
    mutationFn: ({ id, file }: { id: string; file: File | null }) =>
      file
        ? api.upload<UserRecord>(`/users/${id}/image`, pictureForm(file), { method: 'PUT' })
        : api.delete<UserRecord>(`/users/${id}/image`),
    onSuccess: () => void changed(),
    onError: reportFailure,
  })
  const endSessions = useMutation({
    mutationFn: ({ id }: UserRecord) => api.delete(`/users/${id}/sessions`),
    onSuccess: (_answer, { name }) => {
      void changed()
      toast.success(t('users.sessionsEnded', { name }))
    },
  })
  const remove = useMutation({
    mutationFn: ({ id, newUserId }: { id: string; newUserId: string }) =>
      api.delete<UserHandover>(`/users/${id}`, { query: { newUserId } }),
    onSuccess: ({ tickets }, { id }) => {
      // Queries of a deleted user are not repeated, though they may still be on the screen.
      for (const queryKey of [keys.users, keys.userGroups, ['tickets']])
        void queries.invalidateQueries({ queryKey, predicate: (query) => !query.queryKey.includes(id) })
      toast.success(t('users.deleted', { count: tickets }))
    },
  })
  return { create, change, picture, endSessions, remove }
}
