import { useQuery } from '@tanstack/react-query'
import { keys } from '../../base/query-keys.ts'
import { publicApi } from '../../base/session/services.ts'
import type { PublicPlan } from '../../base/contracts.ts'

/** Whether companies may register themselves, and the plans they choose from. */
export const usePlans = () =>
  useQuery({
    queryKey: keys.plans,
    queryFn: ({ signal }) => publicApi.get<{ open: boolean; plans: PublicPlan[] }>('/auth/plans', { signal }),
  })
