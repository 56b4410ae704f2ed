import { ApiError, useApi } from '@recado/sdk/ui'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import type { Gif, GifFile, GifPage, KeptGif } from '../gifs/gif.ts'
import { keptMs } from '../gifs/limits.ts'

const all = ['gifs'] as const
const told = new Set<string>(['ERR_GIFS_KEY', 'ERR_GIFS_BUSY'])

/** Error of failed GIFs: a missing key, a pause that the provider requires, or the general one (S8-174). */
export const gifTrouble = (error: unknown): ApiError =>
  ApiError.is(error) && told.has(error.code) ? error : new ApiError('ERR_GIFS', 0)

/**
 * Pages that fit the words; those that are popular without any. A provider counts its questions, so nothing is asked
 * twice by itself.
 */
export function useGifPages(searchParam: string) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...all, 'page', searchParam],
    staleTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ pageParam, signal }) => api.get<GifPage>('gifs', { signal, query: { searchParam, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

/** The small picture of a GIF. The browser asks our server for it and never the provider. */
export function useGifPicture({ preview }: Gif) {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'picture', preview],
    queryFn: ({ signal }) => api.blob('pictures', { signal, query: { source: preview } }),
    staleTime: keptMs,
    gcTime: keptMs,
    retry: false,
    refetchOnWindowFocus: false,
  })
}

/** Takes a file over, so that it can be sent. */
export function useGifFile() {
  const api = useApi()
  return useMutation({
    mutationFn: ({ source, description }: Pick<GifFile, 'source'> & Pick<Gif, 'description'>) =>
      api.post<KeptGif>('files', { source, description: description.slice(0, 500) }),
  })
}
