import type { Message } from '../../../base/contracts.ts'
import type { MediaItem } from './MessageParts.tsx'

/** Acts from a message of the thread. One stable object, so that bubbles are not redrawn. */
export interface ThreadActions {
  onReply(message: Message): void
  onEdit(message: Message): void
  onDelete(message: Message): void
  onStopPoll(message: Message): void
  onForward(message: Message): void
  onReact(message: Message, emoji: string | null): void
  /** Begins the selection mode with this message, or adds it and takes it out. */
  onSelect(message: Message): void
  onJump(id: string): void
  onView(media: MediaItem): void
  onSendAgain(message: Message): void
}
