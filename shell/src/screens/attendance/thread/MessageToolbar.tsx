import { DropdownMenu, IconButton, useTicket } from '@recado/sdk/ui'
import { EllipsisVertical, Reply } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { slotContributions } from '../../../base/federation/contributions.ts'
import { useManifest } from '../../../data/workplace/workplace-context.ts'
import { ownReactor, type Message } from '../../../base/contracts.ts'
import { PluginPanel } from '../../../base/federation/index.ts'
import { MessageEntries, useLeading, useMayAct, useMayReply, type MessageMenuProps } from './MessageEntries.tsx'
import { ReactionPicker } from './ReactionPicker.tsx'

/** Beside a message: reactions, the reply, and the menu with everything. */
export function MessageToolbar({ message, capabilities, actions }: MessageMenuProps) {
  const { t } = useTranslation('attendance')
  const may = useMayAct({ message, capabilities })
  const mayReply = useMayReply({ message, capabilities })
  const [open, setOpen] = useState(false)
  const [isReacting, setReacting] = useState(false)
  const leading = useLeading()
  return (
    <>
      {capabilities && may('react') && (
        <ReactionPicker
          capability={capabilities.reaction}
          own={message.reaction[ownReactor]}
          onReact={(emoji) => actions.onReact(message, emoji)}
          open={isReacting}
          onOpenChange={setReacting}
        />
      )}
      {/* For the mouse: the menu has it too, and every message would be one more stop for the Tab key. */}
      {mayReply && (
        <IconButton
          size="small"
          tabIndex={-1}
          icon={<Reply size={15} />}
          label={t('message.reply')}
          onClick={() => actions.onReply(message)}
        />
      )}
      <DropdownMenu
        open={open}
        onOpenChange={setOpen}
        align={message.fromMe ? 'end' : 'start'}
        trigger={<IconButton size="small" icon={<EllipsisVertical size={15} />} label={t('shell:action.more')} />}
        onCloseAutoFocus={leading.onCloseAutoFocus}
      >
        <MessageEntries message={message} capabilities={capabilities} actions={actions} leading={leading} />
        {open && <PluginEntries message={message} close={() => setOpen(false)} />}
      </DropdownMenu>
    </>
  )
}

function PluginEntries({ message, close }: { message: Message; close(): void }) {
  const ticket = useTicket()
  const entries = slotContributions(useManifest(), 'ticket.message.actions', ticket.channel)
  return entries.map(({ key, plugin, part }) => (
    <div key={key} className="small-slot">
      <PluginPanel
        plugin={plugin}
        panel={part.panel}
        slot="ticket.message.actions"
        props={{ ticket, message, close }}
        fallback={null}
      />
    </div>
  ))
}
