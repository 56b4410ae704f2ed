import { useApi } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Message, MessageWait } from '../../base/contracts.ts'
import { keys } from '../../base/query-keys.ts'

/** Most messages go out sooner: nobody asks about those. */
const patienceMs = 4_000
const askedAgainMs = 30_000

/** Why a message of ours that is pending has not gone out, once that takes longer than usual. */
export function useMessageWait({ id, timestamp }: Pick<Message, 'id' | 'timestamp'>): MessageWait | undefined {
  const api = useApi()
  const isLate = useElapsed(Date.parse(timestamp) + patienceMs)
  const { data } = useQuery({
    queryKey: keys.messageWait(id),
    queryFn: ({ signal }) => api.get<{ wait: MessageWait | null }>(`/messages/${id}/wait`, { signal }),
    enabled: isLate,
    refetchInterval: askedAgainMs,
  })
  return data?.wait ?? undefined
}

/** Whether a moment has passed. */
function useElapsed(at: number): boolean {
  const [passed, setPassed] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setPassed(at), Math.max(0, at - Date.now()))
    return () => clearTimeout(timer)
  }, [at])
  return passed === at
}
