import { Icon, MenuItem, toast, useWords, type SlotMap } from '@recado/sdk/ui'
import { NoSticker, prepareSticker } from '../prepare-sticker.ts'
import { stickersFailed, useStickerActs } from '../use-stickers.ts'

/** In the menu of a message with a sticker: keeps it for the company. Its name is changed on the page of stickers. */
export default function SaveSticker({ message, close }: SlotMap['ticket.message.actions']) {
  const { t, i18n } = useWords()
  const { add } = useStickerActs()
  const part = message.parts.find((one) => one.kind === 'media' && one.as === 'sticker')
  const file = part?.kind === 'media' ? message.media.find(({ id }) => id === part.media) : undefined
  if (!file) return null
  const save = async () => {
    const response = await fetch(file.url)
    if (!response.ok) throw stickersFailed()
    const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'short', timeStyle: 'short' }).format(
      new Date(message.timestamp),
    )
    await add.mutateAsync({
      file: await prepareSticker(await response.blob()),
      words: { name: t('message.name', { at }), pack: t('message.pack') },
    })
    toast.success(t('message.saved'))
  }
  const onSelect = () => {
    close()
    void save().catch((error: unknown) =>
      toast.error(error instanceof NoSticker ? t(`problem.${error.problem}`) : stickersFailed()),
    )
  }
  return (
    <MenuItem icon={<Icon name="sticker" size={15} />} onSelect={onSelect}>
      {t('message.save')}
    </MenuItem>
  )
}
