import { useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MeaningStanding } from '../meaning/standing.ts'
import type { Article, ArticleDraft, ArticleLine } from '../articles/article.ts'

const key = ['knowledge'] as const

interface Page {
  readonly articles: ArticleLine[]
  readonly categories: string[]
  readonly hasMore: boolean
}

/** Articles by title. */
export function useArticles(title: string, category: string | undefined) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...key, 'list', title, category],
    queryFn: ({ signal, pageParam }) =>
      api.get<Page>('articles', {
        query: { title, category, afterTitle: pageParam?.title, afterId: pageParam?.id },
        signal,
      }),
    initialPageParam: undefined as ArticleLine | undefined,
    getNextPageParam: ({ articles, hasMore }) => (hasMore ? articles.at(-1) : undefined),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
}

export function useArticle(id: string | undefined) {
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'article', id],
    queryFn: ({ signal }) => api.get<Article>(`articles/${id!}`, { signal }),
    enabled: id !== undefined,
    // What is edited is the newest one, and stays what it was while it is edited.
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
}

/** Pause in milliseconds before it is asked again how far the search by meaning is, while it is not. */
const meaningPauseMs = 5_000

/** How far the search by meaning is. */
export function useMeaning() {
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'meaning'],
    queryFn: ({ signal }) => api.get<MeaningStanding>('meaning', { signal }),
    refetchInterval: ({ state: { data } }) =>
      data?.state === 'reading' || data?.state === 'waiting' ? meaningPauseMs : false,
  })
}

export interface FoundPassage {
  readonly article: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Passages that have to do with a question. */
export function usePassages(query: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'search', query],
    queryFn: ({ signal }) => api.get<{ passages: FoundPassage[] }>('search', { query: { query }, signal }),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  })
}

export interface Version {
  readonly revision: number
  readonly title: string
  readonly savedAt: string
  readonly savedBy: string | null
}

export function useVersions(id: string) {
  const api = useApi()
  return useQuery({
    queryKey: [...key, 'versions', id],
    queryFn: ({ signal }) => api.get<{ versions: Version[] }>(`articles/${id}/versions`, { signal }),
  })
}

function useChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queries.invalidateQueries({ queryKey: key }) })
}

export function useSaveArticle() {
  const api = useApi()
  return useChange(({ id, revision, article }: { id?: string; revision: number; article: ArticleDraft }) =>
    id === undefined
      ? api.post<Article>('articles', article)
      : api.put<Article>(`articles/${id}`, { revision, article }),
  )
}

/** What became of articles that were imported together; `at` is the place of one that was refused. */
export interface Imported {
  readonly created: number
  readonly refused: readonly { readonly at: number; readonly code: string }[]
}

export function useImportArticles() {
  const api = useApi()
  return useChange((articles: readonly ArticleDraft[]) => api.post<Imported>('articles/import', { articles }))
}

export function useDeleteArticle() {
  const api = useApi()
  return useChange((id: string) => api.delete(`articles/${id}`))
}
