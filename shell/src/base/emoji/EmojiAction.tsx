import { ComposerSuggestions, IconButton, Popover, type Composer } from '@recado/sdk/ui'
import { Smile } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmojiChooser } from './EmojiChooser.tsx'
import { emojiSearch } from './matching.ts'
import { rememberEmoji } from './recent-emojis.ts'
import { useEmojis } from './use-emojis.ts'

/** From here on what is typed behind a colon is a name; below it is most likely a smiley of signs, as `:)` and `:D`. */
const shortestName = 2
const most = 20

/** Emojis in the composer: a button with all of them, and a list that opens while `:name` is typed. */
export function EmojiAction({ composer }: { composer: Composer }) {
  const { t } = useTranslation('attendance')
  const [open, setOpen] = useState(false)
  const query = composer.trigger?.char === ':' ? composer.trigger.query : ''
  const emojis = useEmojis(query.length >= shortestName)
  const search = useMemo(() => emojiSearch(emojis.data ?? []), [emojis.data])
  const found = query.length >= shortestName ? search(query, most) : []
  const show = (shown: boolean) => {
    // An emoji from the panel is inserted behind the typed text, even if that looks like the beginning of a name.
    if (shown) composer.dismiss()
    setOpen(shown)
  }
  return (
    <>
      <Popover
        trigger={
          <IconButton size="small" icon={<Smile size={17} />} label={t('emoji.title')} disabled={composer.disabled} />
        }
        label={t('emoji.title')}
        open={open}
        onOpenChange={show}
        side="top"
      >
        <EmojiChooser
          onPick={(emoji) => {
            show(false)
            composer.insertText(emoji)
          }}
        />
      </Popover>
      {found.length > 0 && (
        <ComposerSuggestions
          composer={composer}
          trigger=":"
          label={t('emoji.found')}
          items={found}
          itemKey={({ emoji }) => emoji}
          renderItem={({ emoji, label }) => (
            <span className="flex items-center gap-2">
              <span className="text-xl leading-none">{emoji}</span>
              {label}
            </span>
          )}
          onPick={({ emoji }) => {
            rememberEmoji(emoji)
            composer.insertText(emoji)
          }}
        />
      )}
    </>
  )
}
