import { ConfirmDialog, useViewer } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { keys } from '../../../base/query-keys.ts'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Message, Ticket } from '../../../base/contracts.ts'
import { messagesOf, type MessagePages } from '../../../data/messages/message-merge.ts'
import { freshReplyOf } from './reply-guard.ts'

interface Question {
  readonly writing: string
  readonly reply: Message | undefined
  readonly seconds: number
  send(): void
}

/**
 * The soft lock before a second reply: sends at once, or asks first when a colleague replied a moment ago or is
 * writing. Nothing typed is touched before the answer. Draw `question` beside the composer.
 */
export function useReplyGuard(ticket: Ticket): { guarded(send: () => void): void; question: ReactNode } {
  const { t } = useTranslation('attendance')
  const viewer = useViewer()
  const queries = useQueryClient()
  const { typing } = useWorkplace()
  const answered = useRef<string | null>(null)
  const [asked, setAsked] = useState<Question | null>(null)

  const guarded = useCallback(
    (send: () => void) => {
      const messages = messagesOf(queries.getQueryData<MessagePages>(keys.thread(ticket.id)))
      const now = Date.now()
      const reply = freshReplyOf(messages, viewer.userId, now, answered.current)
      const writing = typing.colleaguesOf(ticket.id)
      if (!reply && writing === '') return send()
      setAsked({
        writing,
        reply,
        seconds: reply ? Math.max(0, Math.round((now - Date.parse(reply.timestamp)) / 1_000)) : 0,
        send,
      })
    },
    [queries, ticket.id, viewer.userId, typing],
  )

  const question = asked && (
    <ConfirmDialog
      open
      tone="neutral"
      confirmLabel={t('guard.send')}
      onOpenChange={(open) => {
        if (!open) setAsked(null)
      }}
      title={
        asked.reply
          ? t('guard.replied', { name: asked.reply.username ?? t('guard.colleague'), seconds: asked.seconds })
          : t('guard.writing', { name: asked.writing })
      }
      description={
        <>
          {asked.reply && (
            <span className="mb-2 line-clamp-6 block rounded-md bg-selected px-3 py-2 whitespace-pre-wrap text-ink">
              {asked.reply.body || t('message.quotedElsewhere')}
            </span>
          )}
          {t('guard.question')}
        </>
      }
      onConfirm={() => {
        answered.current = asked.reply?.id ?? answered.current
        asked.send()
        setAsked(null)
      }}
    />
  )
  return { guarded, question }
}
