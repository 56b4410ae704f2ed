import { useQuery } from '@tanstack/react-query'
import { keys } from '../app/query-keys.ts'
import { publicApi } from '../app/services.ts'
import type { PublicPlan } from '../contracts.ts'

/** Whether companies may register themselves, and the plans they choose from. */
export const usePlans = () =>
  useQuery({
    queryKey: keys.plans,
    queryFn: ({ signal }) => publicApi.get<{ open: boolean; plans: PublicPlan[] }>('/auth/plans', { signal }),
  })
