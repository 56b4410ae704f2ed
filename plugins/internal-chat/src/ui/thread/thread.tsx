import {
  Avatar,
  Button,
  ConfirmDialog,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Skeleton,
  useViewer,
  useWords,
} from '@recado/sdk/ui'
import { Fragment, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ChatDetails } from '../../chats/chat.ts'
import type { ChatMessage } from '../../messages/message.ts'
import type { QuoteDraft } from '../outbox.ts'
import { OnlineDot } from '../page/online-dot.tsx'
import { messagesOf } from '../thread-merge.ts'
import { useChat, useChatActs, useOutbox, useSend, useThread, useThreadEnd, useTyping } from '../use-chats.ts'
import { useTimes } from '../use-times.ts'
import { ChatMenu } from './chat-menu.tsx'
import { Composer } from './composer.tsx'
import type { MessageActs } from './message-acts.tsx'
import { MessageRow } from './message-row.tsx'
import { UnsentRow } from './unsent-row.tsx'
import { useHeldPlace } from './use-held-place.ts'

/** So near to an end of what is loaded, the next page is fetched. Pixels. */
const nearPage = 600

const nobody: readonly string[] = []

interface ThreadProps {
  chatId: string
  /** The message at which it opens; null for the end. */
  at: number | null
  quote: QuoteDraft | undefined
  onBack(): void
  /** To the end of the chat, and without a quotation. */
  onEnd(): void
  onJump(seq: number): void
  /** Opens the answers under a message; not within a thread. */
  onAnswers?(messageId: string): void
}

/** One chat: who is in it, its messages, and where one writes. */
export function Thread(props: ThreadProps) {
  const { t } = useWords()
  const chat = useChat(props.chatId)
  if (chat.data) return <OpenThread {...props} chat={chat.data} />
  return (
    <div className="flex flex-1 flex-col gap-3 p-4">
      <IconButton
        className="md:hidden"
        icon={<Icon name="arrow-left" size={18} />}
        label={t('thread.back')}
        onClick={props.onBack}
      />
      {chat.isError ? (
        <ErrorState what={t('thread.what')} error={chat.error} onRetry={() => void chat.refetch()} />
      ) : (
        <Skeleton lines={8} />
      )}
    </div>
  )
}

function OpenThread({
  chat,
  chatId,
  at,
  quote,
  onBack,
  onEnd,
  onJump,
  onAnswers,
}: ThreadProps & { chat: ChatDetails }) {
  const { t } = useWords()
  const times = useTimes()
  const { userId } = useViewer()
  const thread = useThread(chatId, at)
  const acts = useChatActs()
  const send = useSend()
  const { outbox, unsent: all } = useOutbox()
  const unsent = all.filter((each) => each.chatId === chatId)
  const typing = useTyping(chatId)
  const messages = useMemo(() => messagesOf(thread.data), [thread.data])
  const [edited, setEdited] = useState<ChatMessage>()
  const [removed, setRemoved] = useState<ChatMessage>()
  const { hasNextPage, hasPreviousPage, isFetching, fetchNextPage, fetchPreviousPage } = thread
  const { log, content, isAtEnd, scrolled, focusProps } = useHeldPlace(at, thread.isSuccess && !hasPreviousPage)
  const resetToEnd = useThreadEnd(chatId)
  const last = messages.at(-1)

  // What follows the last loaded message is fetched where one is at the end.
  useEffect(() => {
    if (isAtEnd.current && hasPreviousPage && !isFetching) void fetchPreviousPage()
  }, [isAtEnd, hasPreviousPage, isFetching, fetchPreviousPage])

  const { mutate: read } = acts.read
  const lastSeq = last?.seq
  const ownRead = chat.members.find(({ id }) => id === userId)?.readSeq ?? 0
  const sayRead = useCallback((): void => {
    if (lastSeq !== undefined && lastSeq > ownRead && document.hasFocus() && isAtEnd.current)
      read({ id: chatId, seq: lastSeq })
  }, [chatId, lastSeq, ownRead, read, isAtEnd])
  useEffect(() => {
    sayRead()
    addEventListener('focus', sayRead)
    return () => removeEventListener('focus', sayRead)
  }, [sayRead])

  const onScroll = (): void => {
    const pane = log.current
    if (!pane) return
    const wasAtEnd = isAtEnd.current
    const { above, below } = scrolled(pane)
    if (isAtEnd.current && !wasAtEnd) sayRead()
    if (isFetching) return
    if (above < nearPage && hasNextPage) void fetchNextPage()
    else if (below < nearPage && hasPreviousPage) void fetchPreviousPage()
  }
  const toEnd = (): void => {
    isAtEnd.current = true
    if (quote !== undefined || at !== null) onEnd()
    else if (hasPreviousPage) resetToEnd()
  }
  const { mutate: react } = acts.react
  const ways = useRef({ onJump, onAnswers })
  useEffect(() => {
    ways.current = { onJump, onAnswers }
  })
  const messageActs = useMemo(
    (): MessageActs => ({
      reply: (message, excerpt) =>
        outbox.draft(chatId, {
          text: outbox.now().drafts[chatId]?.text ?? '',
          replyTo: { id: message.id, name: message.user.name, excerpt },
        }),
      edit: setEdited,
      remove: setRemoved,
      react: ({ id }, emoji) => react({ id, emoji }),
      jump: (seq) => ways.current.onJump(seq),
      answers: ({ id }) => ways.current.onAnswers?.(id),
    }),
    [chatId, outbox, react, setEdited, setRemoved],
  )
  const others = chat.members.filter(({ id }) => id !== userId)
  const seenBy = (seq: number): readonly string[] =>
    others.filter(({ readSeq }) => readSeq >= seq).map(({ name }) => name)

  return (
    <>
      {chat.kind !== 'thread' && (
        <header className="flex min-h-14 items-center gap-3 border-b border-line bg-surface px-3">
          <IconButton
            className="md:hidden"
            icon={<Icon name="arrow-left" size={18} />}
            label={t('thread.back')}
            onClick={onBack}
          />
          <Avatar
            name={chat.name}
            decorative
            {...(chat.other && { badge: <OnlineDot isOnline={chat.other.isOnline} /> })}
          />
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-list font-semibold">{chat.name}</h2>
            <p className="truncate text-sm text-ink-muted">
              {chat.other
                ? t(chat.other.isOnline ? 'presence.online' : 'presence.offline')
                : t('group.members', { count: chat.memberCount })}
            </p>
          </div>
          <ChatMenu chat={chat} onLeft={onBack} />
        </header>
      )}
      <div
        ref={log}
        role="log"
        aria-label={t(chat.kind === 'thread' ? 'answers.label' : 'thread.label', { name: chat.name })}
        tabIndex={0}
        className={
          'scroll-thin min-h-0 flex-1 overflow-y-auto px-3 [overflow-anchor:none] outline-none ' +
          'focus-visible:ring-2 focus-visible:ring-accent focus-visible:ring-inset'
        }
        onScroll={onScroll}
        {...focusProps}
      >
        <div ref={content} className="py-2">
          {thread.isPending && <Skeleton lines={8} />}
          {thread.isError && !thread.data && (
            <ErrorState what={t('thread.what')} error={thread.error} onRetry={() => void thread.refetch()} />
          )}
          {thread.isFetchingNextPage && (
            <p role="status" className="py-2 text-center text-sm text-ink-muted">
              {t('thread.older')}
            </p>
          )}
          {thread.isFetchNextPageError && (
            <div className="py-2 text-center">
              <Button size="small" onClick={() => void thread.fetchNextPage()}>
                {t('thread.olderAgain')}
              </Button>
            </div>
          )}
          {thread.isSuccess && messages.length === 0 && unsent.length === 0 && (
            <EmptyState icon={<Icon name="message-circle" size={20} />} title={t('thread.empty')}>
              {t('thread.emptyHelp')}
            </EmptyState>
          )}
          {messages.map((message, index) => {
            const before = messages[index - 1]
            const day = times.day(message.createdAt)
            return (
              <Fragment key={message.id}>
                {(!before || times.day(before.createdAt) !== day) && (
                  <p className="my-2 text-center text-xs font-medium text-ink-muted">{day}</p>
                )}
                <MessageRow
                  message={message}
                  isOwn={message.user.id === userId}
                  showsAuthor={
                    chat.kind !== 'direct' && message.user.id !== userId && before?.user.id !== message.user.id
                  }
                  isMarked={message.seq === at}
                  seenBy={message.user.id === userId && message.seq === last?.seq ? seenBy(message.seq) : nobody}
                  isOpen={chat.isOpen}
                  mayRemove={message.user.id === userId || chat.isAdmin}
                  hasAnswers={onAnswers !== undefined}
                  acts={messageActs}
                />
              </Fragment>
            )
          })}
          {!hasPreviousPage &&
            unsent
              .filter(({ key }) => !messages.some((message) => message.key === key))
              .map((message) => (
                <UnsentRow
                  key={message.key}
                  message={message}
                  members={chat.members}
                  onRetry={() => void send(message, true)}
                  onDrop={() => outbox.drop(message.key)}
                />
              ))}
          {typing.length > 0 && (
            <p role="status" className="py-1 text-sm text-ink-muted">
              {t('thread.typing', { count: typing.length, names: typing.join(', ') })}
            </p>
          )}
        </div>
      </div>
      {(at !== null || hasPreviousPage) && (
        <div className="border-t border-line px-3 py-1 text-center">
          <Button size="small" variant="ghost" icon={<Icon name="arrow-down" size={14} />} onClick={toEnd}>
            {t('thread.toEnd')}
          </Button>
        </div>
      )}
      {chat.isOpen ? (
        <Composer
          key={edited?.id ?? 'new'}
          chat={chat}
          quote={quote}
          edited={edited}
          onDone={() => setEdited(undefined)}
          onSent={toEnd}
        />
      ) : (
        <p className="border-t border-line bg-surface p-3 text-center text-sm text-ink-muted">{t('thread.closed')}</p>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={(isOpen) => {
          if (!isOpen) setRemoved(undefined)
        }}
        title={t('message.removeTitle')}
        description={t('message.removeHelp')}
        confirmLabel={t('message.remove')}
        onConfirm={async () => {
          if (removed) await acts.remove.mutateAsync(removed.id)
        }}
      />
    </>
  )
}
