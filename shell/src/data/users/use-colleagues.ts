import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import type { User } from '../../base/contracts.ts'

/** The first page of users, by name, to choose from. */
export function useColleagues(): readonly User[] {
  const api = useApi()
  return (
    useQuery({
      queryKey: [...keys.users, 'first'],
      queryFn: ({ signal }) => api.get<{ users: User[] }>('/users', { signal }),
    }).data?.users ?? []
  )
}
