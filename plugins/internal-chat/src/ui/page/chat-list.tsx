import {
  Avatar,
  Button,
  classNames,
  EmptyState,
  ErrorState,
  Icon,
  IconButton,
  Input,
  Skeleton,
  useWords,
  VisuallyHidden,
} from '@recado/sdk/ui'
import { useDeferredValue, useState } from 'react'
import type { Chat } from '../../chats/chat.ts'
import { chatsIn, useChatList, useOutbox, useSearch, type Found } from '../use-chats.ts'
import { useTimes } from '../use-times.ts'
import { OnlineDot } from './online-dot.tsx'

interface ChatListProps {
  open: string | undefined
  /** `found` is a place in the chat, and the message whose answers are opened. */
  onOpen(chatId: string, found?: Pick<Found, 'seq' | 'threadOf'>): void
  onNew(): void
}

/** Chats of the user, the latest first; a search finds them by name, and messages by their words. */
export function ChatList({ open, onOpen, onNew }: ChatListProps) {
  const { t } = useWords()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const list = useChatList()
  const chats = chatsIn(list.data)
  const shown =
    search === '' ? chats : chats.filter(({ name }) => name.toLocaleLowerCase().includes(search.toLocaleLowerCase()))
  return (
    <>
      <header className="flex items-center gap-2 px-3 pt-3">
        <h1 className="flex-1 text-lg font-semibold">{t('page.title')}</h1>
        <IconButton icon={<Icon name="plus" size={18} />} label={t('new.title')} onClick={onNew} />
      </header>
      <div className="px-3 py-2">
        <Input
          type="search"
          aria-label={t('list.search')}
          placeholder={t('list.search')}
          value={text}
          maxLength={100}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <div className="scroll-thin min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {list.isPending && (
          <div className="p-2">
            <Skeleton lines={6} />
          </div>
        )}
        {list.isError && !list.data && (
          <ErrorState what={t('list.what')} error={list.error} onRetry={() => void list.refetch()} />
        )}
        {list.isSuccess && chats.length === 0 && (
          <EmptyState
            icon={<Icon name="message-circle" size={20} />}
            title={t('list.empty')}
            action={
              <Button size="small" variant="primary" onClick={onNew}>
                {t('new.title')}
              </Button>
            }
          >
            {t('list.emptyHelp')}
          </EmptyState>
        )}
        {shown.length > 0 && (
          <ul aria-label={t('list.label')}>
            {shown.map((chat) => (
              <li key={chat.id}>
                <ChatRow chat={chat} isOpen={chat.id === open} onOpen={() => onOpen(chat.id)} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <Button size="small" variant="ghost" busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            {t('list.more')}
          </Button>
        )}
        {search.length >= 2 && <FoundMessages text={search} onOpen={onOpen} />}
      </div>
    </>
  )
}

function ChatRow({ chat, isOpen, onOpen }: { chat: Chat; isOpen: boolean; onOpen(): void }) {
  const { t } = useWords()
  const times = useTimes()
  const { drafts } = useOutbox()
  const draft = drafts[chat.id]
  const unread = chat.unread + chat.unreadAnswers
  const { last } = chat
  const said = last
    ? last.kind === 'text'
      ? last.excerpt
      : last.kind === 'happening'
        ? t('list.happening')
        : t(`list.kind.${last.kind}`)
    : t('list.nothing')
  const by =
    last && last.kind !== 'happening' ? (last.isOwn ? t('list.you') : chat.kind === 'direct' ? '' : last.by) : ''
  return (
    <button
      type="button"
      aria-current={isOpen ? 'true' : undefined}
      className={classNames(
        'flex w-full items-center gap-3 rounded-md px-2 py-2 text-left hover:bg-hover',
        isOpen && 'bg-selected',
      )}
      onClick={onOpen}
    >
      <Avatar
        name={chat.name}
        decorative
        badge={
          chat.other ? (
            <OnlineDot isOnline={chat.other.isOnline} />
          ) : (
            <span className="grid size-4 place-items-center rounded-full bg-surface text-ink-muted" aria-hidden>
              <Icon name="users" size={11} />
            </span>
          )
        }
      />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span
            className={classNames('min-w-0 flex-1 truncate text-list', unread > 0 ? 'font-semibold' : 'font-medium')}
          >
            {chat.name}
          </span>
          {chat.notify === 'none' && (
            <span role="img" aria-label={t('notify.none')} className="self-center text-ink-muted">
              <Icon name="bell-off" size={13} />
            </span>
          )}
          <time className="text-xs text-ink-muted tabular-nums" dateTime={chat.lastAt}>
            {times.brief(chat.lastAt)}
          </time>
        </span>
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate text-sm text-ink-muted">
            {draft?.text ? (
              <>
                <span className="text-warning">{t('list.draft')}</span> {draft.text}
              </>
            ) : (
              <>
                {by && `${by}: `}
                {said}
              </>
            )}
          </span>
          {unread > 0 && (
            <>
              <span className="k-count" aria-hidden>
                {unread > 99 ? '99+' : unread}
              </span>
              <VisuallyHidden>{t('list.unread', { count: unread })}</VisuallyHidden>
            </>
          )}
        </span>
      </span>
    </button>
  )
}

function FoundMessages({ text, onOpen }: { text: string; onOpen(chatId: string, found: Found): void }) {
  const { t } = useWords()
  const times = useTimes()
  const found = useSearch(text)
  const messages = found.data?.messages ?? []
  return (
    <section aria-label={t('list.found')} className="mt-2 border-t border-line pt-2">
      <h2 className="px-2 pb-1 text-xs font-medium text-ink-muted">{t('list.found')}</h2>
      {found.isPending && (
        <div className="px-2">
          <Skeleton lines={3} />
        </div>
      )}
      {found.isError && <ErrorState what={t('list.found')} error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && messages.length === 0 && (
        <p className="px-2 text-sm text-ink-muted" role="status">
          {t('list.foundNone')}
        </p>
      )}
      <ul>
        {messages.map((message) => (
          <li key={message.id}>
            <button
              type="button"
              className="w-full rounded-md px-2 py-1.5 text-left hover:bg-hover"
              onClick={() => onOpen(message.chatId, message)}
            >
              <span className="flex items-baseline gap-2 text-xs text-ink-muted">
                <span className="min-w-0 flex-1 truncate">
                  {message.by} · {message.chat}
                </span>
                <time dateTime={message.createdAt}>{times.brief(message.createdAt)}</time>
              </span>
              <span className="line-clamp-2 text-sm">{message.content}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
