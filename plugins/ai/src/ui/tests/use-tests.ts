import { useApi } from '@recado/sdk/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { TestQuestion, TestResult, TestRun } from '../../tests/test-set.ts'

/** How often a run under way is read again, in milliseconds. */
const pollMs = 1_000
const key = (prompt: string) => ['ai', 'tests', prompt] as const

export interface TestSet {
  readonly questions: TestQuestion[]
  readonly runs: TestRun[]
}

/** Test questions of a prompt and their runs; read again while one is under way. */
export function useTests(prompt: string) {
  const api = useApi()
  return useQuery({
    queryKey: key(prompt),
    queryFn: ({ signal }) => api.get<TestSet>(`prompts/${prompt}/tests`, { signal }),
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.runs.some(({ finishedAt }) => finishedAt === null) === true ? pollMs : false,
  })
}

function useChange<Input, Output>(prompt: string, change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => queries.invalidateQueries({ queryKey: key(prompt) }),
  })
}

export function useSaveTests(prompt: string) {
  const api = useApi()
  return useChange(prompt, (questions: readonly TestQuestion[]) =>
    api.put<Pick<TestSet, 'questions'>>(`prompts/${prompt}/tests`, { questions }),
  )
}

export function useRunTests(prompt: string) {
  const api = useApi()
  return useChange(prompt, () => api.post<TestRun>(`prompts/${prompt}/test-runs`, {}))
}

export function useRemoveRun(prompt: string) {
  const api = useApi()
  return useChange(prompt, (run: string) => api.delete(`test-runs/${run}`))
}

/** A run with its answers; nothing is asked while none is chosen. `done` is how many there are: it reads them anew. */
export function useTestRun(run: string, done: number) {
  const api = useApi()
  return useQuery({
    queryKey: ['ai', 'test-run', run, done],
    enabled: run !== '',
    queryFn: ({ signal }) => api.get<{ run: TestRun; results: TestResult[] }>(`test-runs/${run}`, { signal }),
    placeholderData: (before) => (before?.run.id === run ? before : undefined),
  })
}
