import type { FactAnswer, FactQuery, FactRow } from '@recado/sdk'
import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'

/** Numbers are seconds behind; a page that stays open asks again this often. */
const againMs = 60_000

/** Answers to questions, by the names that they are asked under. */
export function useFigures<Name extends string>(questions: Readonly<Record<Name, FactQuery>>, isValid = true) {
  const api = useApi()
  const names = Object.keys(questions) as Name[]
  return useQuery({
    queryKey: ['reports', 'figures', questions],
    queryFn: async ({ signal }) => {
      const { answers } = await api.post<{ answers: FactAnswer[] }>(
        'figures',
        { questions: names.map((name) => questions[name]) },
        { signal },
      )
      return Object.fromEntries(names.map((name, place) => [name, answers[place]!.rows])) as Record<Name, FactRow[]>
    },
    placeholderData: keepPreviousData,
    refetchInterval: againMs,
    enabled: isValid,
  })
}

/** The number of a question that tells nothing apart. */
export const totalOf = (rows: readonly FactRow[]): number => rows[0]?.count ?? 0
