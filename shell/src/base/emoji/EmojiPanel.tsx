import { Button } from '@recado/sdk/ui'
import { EmojiPicker, type EmojiPickerListComponents, type SkinTone } from 'frimousse'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { emojiGroups, skinTones, type NamedEmoji } from './emoji-data.ts'
import { plain } from './matching.ts'
import { recentEmojis, rememberEmoji } from './recent-emojis.ts'

const cell = 'flex size-9 shrink-0 items-center justify-center rounded-md text-xl'
/** ARIA counts rows and columns from one, the picker from zero. */
const fromOne = (index: number | undefined): number | undefined => (index === undefined ? undefined : index + 1)
const parts: Partial<EmojiPickerListComponents> = {
  CategoryHeader: ({ category, ...props }) => (
    <div {...props} className="bg-raised px-1 py-1.5 text-xs font-medium text-ink-muted">
      {category.label}
    </div>
  ),
  Row: (props) => <div {...props} aria-rowindex={fromOne(props['aria-rowindex'])} />,
  Emoji: ({ emoji, ...props }) => (
    <button
      {...props}
      role="gridcell"
      aria-colindex={fromOne(props['aria-colindex'])}
      className={`${cell} ${emoji.isActive ? 'bg-hover' : ''}`}
    >
      {emoji.emoji}
    </button>
  ),
}

/** All emojis, searchable by name and picked by mouse or keys; recent ones are at the top. */
export default function EmojiPanel({ emojis, onPick }: { emojis: readonly NamedEmoji[]; onPick(emoji: string): void }) {
  const { t, i18n } = useTranslation('attendance')
  const [recent] = useState(recentEmojis)
  const [tone, setTone] = useState<SkinTone>('none')
  const data = useMemo(
    () => ({
      locale: i18n.language,
      skinTones,
      // The picker compares letter by letter: the name without accents is added as a key word.
      emojis: emojis.map((emoji) => ({ ...emoji, tags: [...emoji.tags, ...[emoji.label, ...emoji.tags].map(plain)] })),
      categories: emojiGroups.flatMap((group, index) =>
        group === 'parts' ? [] : [{ index, label: t(`emoji.group.${group}`) }],
      ),
    }),
    [emojis, i18n.language, t],
  )
  const pick = (emoji: string) => {
    rememberEmoji(emoji)
    onPick(emoji)
  }
  return (
    <EmojiPicker.Root
      className="flex h-80 w-84 max-w-full flex-col gap-2"
      locale={i18n.language}
      columns={9}
      skinTone={tone}
      resolveEmojiData={() => data}
      onEmojiSelect={({ emoji }) => pick(emoji)}
    >
      <div className="flex items-center gap-1">
        <EmojiPicker.Search
          autoFocus
          aria-label={t('emoji.search')}
          placeholder={t('emoji.search')}
          className="k-input min-w-0 flex-1"
        />
        <EmojiPicker.SkinTone>
          {({ skinToneVariations }) => {
            const at = skinToneVariations.findIndex(({ skinTone }) => skinTone === tone)
            return (
              <Button
                size="small"
                variant="ghost"
                className="text-lg"
                aria-label={t('emoji.tone')}
                onClick={() => setTone(skinToneVariations[(at + 1) % skinToneVariations.length]!.skinTone)}
              >
                {skinToneVariations[at]?.emoji}
              </Button>
            )
          }}
        </EmojiPicker.SkinTone>
      </div>
      {recent.length > 0 && (
        <div
          role="group"
          aria-label={t('emoji.recent')}
          className="scroll-thin flex shrink-0 overflow-x-auto border-b border-line pb-1"
        >
          {recent.map((emoji) => (
            <button key={emoji} type="button" className={`${cell} hover:bg-hover`} onClick={() => pick(emoji)}>
              {emoji}
            </button>
          ))}
        </div>
      )}
      <EmojiPicker.Viewport className="scroll-thin min-h-0 flex-1 outline-none">
        <EmojiPicker.Empty className="flex justify-center py-8 text-list text-ink-muted">
          {t('emoji.none')}
        </EmojiPicker.Empty>
        <EmojiPicker.List components={parts} className="select-none" />
      </EmojiPicker.Viewport>
      <p className="h-5 shrink-0 truncate text-xs text-ink-muted" aria-hidden>
        <EmojiPicker.ActiveEmoji>
          {({ emoji }) => (emoji ? `${emoji.emoji} ${emoji.label}` : t('emoji.hint'))}
        </EmojiPicker.ActiveEmoji>
      </p>
    </EmojiPicker.Root>
  )
}
