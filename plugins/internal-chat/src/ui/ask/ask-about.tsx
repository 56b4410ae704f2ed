import { Icon, MenuItem, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { askPlace } from './place.ts'

/** In the menu of a message: asks a colleague about it. */
export default function AskAbout({ ticket, message, close }: SlotMap['ticket.message.actions']) {
  const { t } = useWords()
  const router = useRouter()
  return usePermission('use') ? (
    <MenuItem
      icon={<Icon name="message-square-text" size={15} />}
      onSelect={() => {
        close()
        router.history.push(askPlace(ticket.id, message.id))
      }}
    >
      {t('ask.title')}
    </MenuItem>
  ) : null
}
