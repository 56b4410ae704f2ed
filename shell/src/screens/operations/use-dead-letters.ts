import type { DeadLettersDone, InstallationDeadLetterPage } from '../../base/contracts.ts'
import { toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { asApiError } from '../../base/api/error-code.ts'
import { keys } from '../../base/query-keys.ts'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { actOnLetters, InterruptedAct, type LetterAct, type LetterChoice } from './dead-letters.ts'

const path = '/operations/installation/dead-letters'
const pageSize = 20
/** Time for which the notice with the undo stays, in milliseconds. */
const undoMs = 20_000

/** Events that were given up, newest first; with an empty `consumer` those of all. */
export function useDeadLetters(consumer: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: keys.deadLetters(consumer),
    staleTime: 0,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) => {
      const query = { consumer: consumer || undefined, cursor: pageParam, limit: pageSize }
      return api.get<InstallationDeadLetterPage>(path, { signal, query })
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  })
}

/** Reads the letters again when there are others; `standing` is null while it is unknown. */
export function useLetterNews(standing: string | null): void {
  const queries = useQueryClient()
  const known = useRef(standing)
  useEffect(() => {
    if (standing === null || standing === known.current) return
    known.current = standing
    void queries.invalidateQueries({ queryKey: keys.allDeadLetters })
  }, [standing, queries])
}

interface Order extends LetterChoice {
  readonly act: LetterAct
}
interface Undo extends LetterChoice {
  readonly asOf: string
}

/** Acts of a master on letters, one or all of a consumer. A discard is undone from its notice. */
export function useLetterActs() {
  const api = useApi()
  const queries = useQueryClient()
  const { t } = useTranslation('operations')
  const [progress, setProgress] = useState(0)
  const onSettled = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: keys.allDeadLetters }),
      queries.invalidateQueries({ queryKey: keys.operationsStatus }),
    ])
  const report = (failure: Error) => reportFailure(failure instanceof InterruptedAct ? failure.cause : failure)

  const undo = useMutation({
    mutationFn: ({ asOf: given, ...choice }: Undo) =>
      actOnLetters((asOf) => api.post<DeadLettersDone>(`${path}/restore`, { ...choice, asOf }), given),
    onSuccess: ({ count }) => toast.success(t('letters.restored', { count })),
    onError: (failure, order) => {
      report(failure)
      // A discarded letter is kept for a day; only a missing one cannot be requested again.
      if (asApiError(failure).status !== 404) toast.info(t('letters.notRestored'), undoing(order))
    },
    onSettled,
  })
  const undoing = (order: Undo) => ({
    durationMs: undoMs,
    action: { label: t('letters.undo'), onClick: () => undo.mutate(order) },
  })

  const act = useMutation({
    mutationFn: ({ act: name, ...choice }: Order) => {
      setProgress(0)
      const step = (asOf: string | undefined) => api.post<DeadLettersDone>(`${path}/${name}`, { ...choice, asOf })
      return actOnLetters(step, undefined, setProgress)
    },
    onSuccess: (done, order) => tell(order, done),
    onError: (failure, order) => {
      if (failure instanceof InterruptedAct) tell(order, failure.done)
      report(failure)
    },
    onSettled,
  })
  function tell({ act: name, ...choice }: Order, { count, asOf }: DeadLettersDone): void {
    if (name === 'replay') toast.success(t('letters.replayed', { count }))
    else toast.success(t('letters.discarded', { count }), count > 0 ? undoing({ ...choice, asOf }) : {})
  }
  return { act, progress }
}
