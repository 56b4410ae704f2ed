import { ErrorState, Spinner } from '@recado/sdk/ui'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withinChunkTime } from '../ui/lazy-screen.ts'
import { keys } from '../query-keys.ts'
import { useEmojis } from './use-emojis.ts'

/** The panel of all emojis; its code and the names come when it is first opened. */
export function EmojiChooser({ onPick }: { onPick(emoji: string): void }) {
  const { t } = useTranslation('attendance')
  const panel = useQuery({
    queryKey: keys.emojiPanel,
    queryFn: () => withinChunkTime(import('./EmojiPanel.tsx')),
    staleTime: Infinity,
    gcTime: Infinity,
  })
  const emojis = useEmojis()
  const failed = [panel, emojis].filter(({ isError }) => isError)
  if (failed.length > 0)
    return <ErrorState what={t('emoji.what')} onRetry={() => failed.forEach(({ refetch }) => void refetch())} />
  const Panel = panel.data?.default
  return Panel && emojis.data ? (
    <Panel emojis={emojis.data} onPick={onPick} />
  ) : (
    <div className="grid h-80 w-84 max-w-full place-items-center">
      <Spinner />
    </div>
  )
}
