import { Icon, IconButton, Popover, useCarries, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Sticker } from '../../stickers/sticker.ts'
import { useStickerActs } from '../use-stickers.ts'
import { StickerPicker } from './sticker-picker.tsx'

/**
 * The composer's button, on channels that take stickers; picking sends the sticker as a message of its own, and the
 * text stays.
 */
export default function StickerAction({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const { used } = useStickerActs()
  const isCarried = useCarries(ticket.channel, 'sticker', 'image/webp')
  const send = (sticker: Sticker) => {
    setOpen(false)
    composer.sendParts([{ kind: 'storedFile', path: sticker.url, as: 'sticker' }])
    used.mutate(sticker.id)
  }
  if (!isCarried) return null
  return (
    <Popover
      label={t('page.title')}
      side="top"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={<Icon name="sticker" />} label={t('composer.open')} disabled={composer.disabled} />}
    >
      <StickerPicker onPick={send} />
    </Popover>
  )
}
