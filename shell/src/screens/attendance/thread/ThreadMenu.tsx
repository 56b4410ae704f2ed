import { ContextMenu } from '@recado/sdk/ui'
import { useState, type MouseEvent, type ReactElement, type SyntheticEvent } from 'react'
import type { ChannelCapabilities, Message } from '../../../base/contracts.ts'
import { MessageEntries, useLeading } from './MessageEntries.tsx'
import type { ThreadActions } from './thread-actions.ts'
import type { ThreadItem } from './thread-items.ts'

interface ThreadMenuProps {
  items: readonly ThreadItem[]
  /** While messages are chosen there is no menu about one. */
  isOff: boolean
  capabilities: ChannelCapabilities | undefined
  actions: ThreadActions
  /** The rows, each with the index of its item in `data-index`. */
  children: ReactElement
}

/** What the browser's own menu is for: links, pictures and players, and words that are selected. */
const ownMenu = 'a, img, video, audio, iframe, input, textarea'

/** The acts of a message on right click and long press: one menu for all rows, about the message under it. */
export function ThreadMenu({ items, isOff, capabilities, actions, children }: ThreadMenuProps) {
  const [message, setMessage] = useState<Message | null>(null)
  const leading = useLeading()
  const messageAt = ({ target }: SyntheticEvent): Message | null => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-index]') : null
    const item = row && items[Number(row.dataset['index'])]
    return item?.kind === 'message' && !isOff ? item.message : null
  }
  // Stopped here, the event stays the browser's.
  const open = (event: MouseEvent) => {
    const found = messageAt(event)
    const isBrowsers = hasSelection() || (event.target instanceof Element && event.target.closest(ownMenu) !== null)
    if (found && !isBrowsers) setMessage(found)
    else event.stopPropagation()
  }
  return (
    <ContextMenu
      trigger={
        <div onContextMenuCapture={open} onPointerDownCapture={(event) => setMessage(messageAt(event))}>
          {children}
        </div>
      }
      onCloseAutoFocus={leading.onCloseAutoFocus}
    >
      {message && <MessageEntries message={message} capabilities={capabilities} actions={actions} leading={leading} />}
    </ContextMenu>
  )
}

const hasSelection = (): boolean => (getSelection()?.toString() ?? '') !== ''
