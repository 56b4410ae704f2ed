import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withinChunkTime } from '../ui/lazy-screen.ts'
import { keys } from '../query-keys.ts'
import type { Locale } from '../contracts.ts'
import { loadEmojis } from './emoji-data.ts'

/** All emojis named in the language in use: loaded once, when they are first looked for. */
export function useEmojis(wanted = true) {
  const { i18n } = useTranslation()
  const locale = i18n.language as Locale
  return useQuery({
    queryKey: keys.emojis(locale),
    queryFn: () => withinChunkTime(loadEmojis(locale)),
    staleTime: Infinity,
    gcTime: Infinity,
    enabled: wanted,
  })
}
