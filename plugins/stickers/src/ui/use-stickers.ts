import { ApiError, toast, useApi } from '@recado/sdk/ui'
import { keepPreviousData, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Sticker, StickerPage, StickerView, StickerWords } from '../stickers/sticker.ts'

const all = ['stickers'] as const

/** Error of failed stickers, whatever the reason (S8-173). */
export const stickersFailed = (): ApiError => new ApiError('ERR_STICKERS', 0)

export function useStickerPages(view: StickerView, searchParam: string, isWanted = true) {
  const api = useApi()
  return useInfiniteQuery({
    queryKey: [...all, 'page', view, searchParam],
    enabled: isWanted,
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam, signal }) =>
      api.get<StickerPage>('stickers', { signal, query: { view, searchParam, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
  })
}

export function usePacks() {
  const api = useApi()
  return useQuery({
    queryKey: [...all, 'packs'],
    queryFn: ({ signal }) => api.get<{ packs: string[] }>('packs', { signal }),
  })
}

/** Everything that is done with stickers. Forms show their own failures. */
export function useStickerActs() {
  const api = useApi()
  const queries = useQueryClient()
  const onSettled = () => queries.invalidateQueries({ queryKey: all })
  const add = useMutation({
    mutationFn({ file, words }: { file: Blob; words: StickerWords }) {
      const form = new FormData()
      form.set('name', words.name)
      form.set('pack', words.pack)
      form.set('file', file, 'sticker.webp')
      return api.upload<Sticker>('stickers', form)
    },
    onSettled,
  })
  const rename = useMutation({
    mutationFn: ({ id, words }: { id: string; words: StickerWords }) => api.put<Sticker>(`stickers/${id}`, words),
    onSettled,
  })
  const remove = useMutation({ mutationFn: (id: string) => api.delete(`stickers/${id}`), onSettled })
  const favourite = useMutation({
    mutationFn: ({ id, isFavourite }: Sticker) => api.put(`stickers/${id}/favourite`, { favourite: !isFavourite }),
    onError: () => toast.error(stickersFailed()),
    onSettled,
  })
  // Whether it stands among the recent ones is not worth a word.
  const used = useMutation({ mutationFn: (id: string) => api.post(`stickers/${id}/used`), onSettled })
  return { add, rename, remove, favourite, used }
}
