import { Icon, IconButton, usePermission, useWords, type SlotMap } from '@recado/sdk/ui'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { askPlace } from './place.ts'

/**
 * In the header of a conversation, where it has the space: asks a colleague about it. Menus of messages do so anywhere.
 */
export default function AskAction(props: SlotMap['ticket.header.actions']) {
  return usePermission('use') ? <Ask {...props} /> : null
}

function Ask({ ticket, onCommands }: SlotMap['ticket.header.actions']) {
  const { t } = useWords()
  const router = useRouter()
  useEffect(() => {
    onCommands([{ id: 'ask', label: t('ask.title'), run: () => router.history.push(askPlace(ticket.id)) }])
  }, [onCommands, router, t, ticket.id])
  return (
    <span className="hidden @min-[40rem]:inline-flex">
      <IconButton
        icon={<Icon name="message-square-text" />}
        label={t('ask.title')}
        onClick={() => router.history.push(askPlace(ticket.id))}
      />
    </span>
  )
}
