import { Button, IconButton, Popover } from '@recado/sdk/ui'
import { Ellipsis, SmilePlus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelCapabilities } from '../../../base/contracts.ts'
import { EmojiChooser } from '../../../base/emoji/EmojiChooser.tsx'
import { offeredReactions } from './reactions.ts'

interface ReactionPickerProps {
  capability: ChannelCapabilities['reaction']
  /** Ours, if there is one: picking it again takes it back. */
  own: string | undefined
  onReact(emoji: string | null): void
  open: boolean
  onOpenChange(open: boolean): void
}

/** Six reactions at hand and the others behind a button; only those that the channel has. */
export function ReactionPicker({ capability, own, onReact, open, onOpenChange }: ReactionPickerProps) {
  const { t } = useTranslation('attendance')
  const pick = (emoji: string) => {
    onOpenChange(false)
    onReact(emoji === own ? null : emoji)
  }
  return (
    <Popover
      trigger={<IconButton size="small" icon={<SmilePlus size={15} />} label={t('message.react')} />}
      label={t('message.react')}
      open={open}
      onOpenChange={onOpenChange}
      side="top"
    >
      <ReactionChoices capability={capability} own={own} onPick={pick} />
    </Popover>
  )
}

/** A component of its own: every message has a picker, and hardly one of them is opened. */
function ReactionChoices({
  capability,
  own,
  onPick,
}: Pick<ReactionPickerProps, 'capability' | 'own'> & { onPick(emoji: string): void }) {
  const { t } = useTranslation('attendance')
  const [all, setAll] = useState(false)
  const { quick, more } = offeredReactions(capability)
  if (all && more === 'any') return <EmojiChooser onPick={onPick} />
  return (
    <div className="flex max-h-56 max-w-72 flex-wrap gap-0.5 overflow-y-auto">
      {[...quick, ...(all && more !== 'any' ? more : [])].map((emoji) => (
        <Button
          key={emoji}
          size="small"
          variant="ghost"
          className="min-w-9 text-lg"
          aria-pressed={emoji === own}
          aria-label={t(emoji === own ? 'message.takeBack' : 'message.reactWith', { emoji })}
          onClick={() => onPick(emoji)}
        >
          {emoji}
        </Button>
      ))}
      {!all && more.length > 0 && (
        <IconButton
          size="small"
          icon={<Ellipsis size={16} />}
          label={t('message.moreReactions')}
          onClick={() => setAll(true)}
        />
      )}
    </div>
  )
}
