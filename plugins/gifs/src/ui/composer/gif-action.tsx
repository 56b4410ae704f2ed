import { Icon, IconButton, Popover, toast, useWords, type SlotMap } from '@recado/sdk/ui'
import { useState } from 'react'
import type { Gif } from '../../gifs/gif.ts'
import { gifTrouble, useGifFile } from '../use-gifs.ts'
import { bestFile, kindOf, useCarriedTypes } from './best-file.ts'
import { GifPicker } from './gif-picker.tsx'

/** The composer's button; picking sends the GIF as a message of its own, and the text stays. */
export default function GifAction({ ticket, composer }: SlotMap['ticket.composer.actions']) {
  const { t } = useWords()
  const [open, setOpen] = useState(false)
  const carried = useCarriedTypes(ticket.channel)
  const take = useGifFile()
  const send = async (gif: Gif) => {
    try {
      const { path, type } = await take.mutateAsync({
        source: bestFile(gif, carried)!.source,
        description: gif.description,
      })
      setOpen(false)
      composer.sendParts([{ kind: 'storedFile', path, as: kindOf(type) }])
    } catch (error) {
      toast.error(gifTrouble(error))
    }
  }
  const change = (wanted: boolean) => {
    if (wanted && carried.length === 0) toast.info(t('composer.notCarried'))
    else setOpen(wanted)
  }
  return (
    <Popover
      label={t('composer.title')}
      side="top"
      open={open}
      onOpenChange={change}
      trigger={<IconButton icon={<Icon name="image-play" />} label={t('composer.open')} disabled={composer.disabled} />}
    >
      <GifPicker carried={carried} isSending={take.isPending} onPick={(gif) => void send(gif)} />
    </Popover>
  )
}
