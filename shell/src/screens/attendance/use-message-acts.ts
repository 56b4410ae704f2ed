import { toast } from '@recado/sdk/ui'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { reportFailure } from '../../base/ui/report-failure.ts'
import { useWorkplace } from '../../data/workplace/workplace-context.ts'
import { forwardLimit, type Message } from '../../base/contracts.ts'
import { againOf } from '../../data/messages/send-again.ts'
import { useReact } from '../../data/messages/use-message-calls.ts'
import type { ThreadActions } from './thread/thread-actions.ts'

/** The agent's current act on messages of the open thread: at most one of reply, edit and selection. */
export interface MessageActs {
  readonly replyTo: Message | null
  readonly editing: Message | null
  readonly deleting: Message | null
  readonly stopping: Message | null
  readonly forwarding: readonly string[] | null
  /** Ids, in the order of choosing; null outside of the selection mode. */
  readonly selection: ReadonlySet<string> | null
  readonly actions: Omit<ThreadActions, 'onJump' | 'onView'>
  reply(message: Message | null): void
  edit(message: Message | null): void
  remove(message: Message | null): void
  stopPoll(message: Message | null): void
  forward(ids: readonly string[] | null): void
  /** Leaves the selection mode. */
  unselect(): void
}

export function useMessageActs(): MessageActs {
  const { t } = useTranslation('attendance')
  const { outbox } = useWorkplace()
  const [replyTo, reply] = useState<Message | null>(null)
  const [editing, edit] = useState<Message | null>(null)
  const [deleting, remove] = useState<Message | null>(null)
  const [stopping, stopPoll] = useState<Message | null>(null)
  const [forwarding, forward] = useState<readonly string[] | null>(null)
  const [selection, setSelection] = useState<ReadonlySet<string> | null>(null)
  const unselect = useCallback(() => setSelection(null), [])
  const { mutate: react } = useReact()

  const onSelect = useCallback(
    (message: Message) =>
      setSelection((chosen) => {
        const next = new Set(chosen)
        if (next.delete(message.id)) return next
        if (next.size < forwardLimit) return next.add(message.id)
        // Outside of the state's own change: React may run that twice.
        queueMicrotask(() => toast.error(t('selection.full', { limit: forwardLimit }), { id: 'selection-full' }))
        return next
      }),
    [t],
  )
  const actions = useMemo(
    (): MessageActs['actions'] => ({
      onReply: (message) => {
        edit(null)
        setSelection(null)
        reply(message)
      },
      onEdit: (message) => {
        setSelection(null)
        edit(message)
      },
      onDelete: remove,
      onStopPoll: stopPoll,
      onForward: (message) => forward([message.id]),
      onReact: (message, emoji) => react({ id: message.id, emoji }),
      onSelect,
      onSendAgain: (message) => {
        try {
          outbox.add(againOf(message))
        } catch (error) {
          reportFailure(error)
        }
      },
    }),
    [react, onSelect, outbox],
  )

  return useMemo(
    () => ({
      replyTo,
      editing,
      deleting,
      stopping,
      forwarding,
      selection,
      actions,
      reply,
      edit,
      remove,
      stopPoll,
      forward,
      unselect,
    }),
    [replyTo, editing, deleting, stopping, forwarding, selection, actions, unselect],
  )
}
