import { ApiError, useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { keys } from '../../base/query-keys.ts'
import { openResponse, saveFile } from '../../base/ui/saved-file.ts'
import type { AuditPage, AuditProgress, AuditVerdict, ErrorBody } from '../../base/contracts.ts'
import { startOfDay } from '../../base/i18n/calendar-days.ts'

/** Empty texts ask for everything. Days are the reader's own. */
export interface TrailFilter {
  readonly userId: string
  readonly action: string
  readonly from: string
  readonly until: string
}
export const wholeTrail: TrailFilter = { userId: '', action: '', from: '', until: '' }

const startOf = (day: string, later = 0): string | undefined =>
  day === '' ? undefined : startOfDay(day, later).toISOString()
const queryOf = ({ userId, action, from, until }: TrailFilter) => ({
  userId: userId || undefined,
  action: action || undefined,
  from: startOf(from),
  until: startOf(until, 1),
})

export function useTrail(filter: TrailFilter) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.auditTrail(filter),
    staleTime: 0,
    queryFn: ({ pageParam, signal }) =>
      api.get<AuditPage>('/audit', { signal, query: { ...queryOf(filter), cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Verifies the trail on the server. `progress` holds the verified part. */
export function useVerification() {
  const [progress, setProgress] = useState<AuditProgress | null>(null)
  const verification = useMutation({
    mutationFn: async (): Promise<AuditVerdict> => {
      setProgress(null)
      const response = await openResponse('/audit/verify')
      let verdict: AuditVerdict | undefined
      let rest = ''
      for await (const chunk of response.body!.pipeThrough(
        new TextDecoderStream(),
      ) as unknown as AsyncIterable<string>) {
        const events = (rest + chunk).split('\n\n')
        rest = events.pop()!
        for (const event of events) {
          const [, name] = /^event: (.*)$/m.exec(event) ?? []
          const [, data] = /^data: (.*)$/m.exec(event) ?? []
          if (name === 'progress') setProgress(JSON.parse(data!) as AuditProgress)
          if (name === 'verdict') verdict = JSON.parse(data!) as AuditVerdict
          if (name === 'error') throw new ApiError((JSON.parse(data!) as ErrorBody).error, 200)
        }
      }
      // The line broke before the server was through.
      if (!verdict) throw new ApiError('ERR_NETWORK', 0)
      return verdict
    },
  })
  return { verification, progress }
}

/** Fetches the trail as CSV and hands it to the browser. */
export function useTrailExport(filter: TrailFilter) {
  return useMutation({
    mutationFn: async () => {
      const search = new URLSearchParams(
        Object.entries(queryOf(filter)).filter((entry): entry is [string, string] => entry[1] !== undefined),
      )
      await saveFile(`/audit/export?${search}`, 'audit.csv')
    },
  })
}
