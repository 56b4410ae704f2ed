/** @jsxImportSource preact */
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Chat, ChatState } from '../chat.ts'
import type { ThreadMessage } from '../data.ts'
import type { Words } from '../words.ts'
import { Greeting, MessageBubble, OutgoingBubble } from './bubble.tsx'

/** The server hands out this many messages at first; with fewer, there are no earlier ones. */
const firstPage = 50
/** Nearer to the end than this counts as being at the end, in pixels. */
const nearEnd = 80

const dayOf = (at: string): string => new Date(at).toDateString()

function dayName(at: string, words: Words): string {
  const day = dayOf(at)
  const now = new Date()
  if (day === now.toDateString()) return words('today')
  if (day === new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1).toDateString()) return words('yesterday')
  return new Intl.DateTimeFormat(words.locale, { day: 'numeric', month: 'long' }).format(new Date(at))
}

const sameGroup = (before: ThreadMessage | undefined, message: ThreadMessage | undefined): boolean =>
  before !== undefined &&
  message !== undefined &&
  before.from === message.from &&
  before.author === message.author &&
  dayOf(before.at) === dayOf(message.at)

/** The newest stays at the bottom; reading above it is not disturbed by what comes, nor by what is loaded before. */
function useBottom(conversation: ChatState['conversation'], typing: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const seen = useRef({ first: '', height: 0, atEnd: true })
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return
    const first = conversation.messages[0]?.id ?? ''
    const grewAbove = seen.current.first !== '' && first !== seen.current.first
    if (seen.current.atEnd) current.scrollTop = current.scrollHeight
    else if (grewAbove) current.scrollTop += current.scrollHeight - seen.current.height
    seen.current.first = first
    seen.current.height = current.scrollHeight
  }, [conversation, typing])
  const onScroll = () => {
    const { current } = box
    if (current) seen.current.atEnd = current.scrollHeight - current.scrollTop - current.clientHeight < nearEnd
  }
  return { box, onScroll }
}

export function Thread({ chat, state }: { chat: Chat; state: ChatState }) {
  const { words, conversation, live, agentTyping, loadingOlder } = state
  const { messages, outgoing, complete, agentReadAt } = conversation
  const { box, onScroll } = useBottom(conversation, agentTyping !== undefined)
  const lastOwn = outgoing.length > 0 ? undefined : messages.findLast(({ from }) => from === 'visitor')?.id
  const held = outgoing.find(
    ({ state, reason, until }) => state === 'waiting' && (reason !== undefined || until !== undefined),
  )
  const empty = messages.length === 0 && outgoing.length === 0
  const hasEarlier = !complete && messages.length >= firstPage
  const { title, iconUrl } = chat.config

  return (
    <div
      class="thread"
      ref={box}
      onScroll={onScroll}
      tabIndex={0}
      role="log"
      aria-label={words('conversation')}
      aria-busy={!live && empty}
    >
      {empty && !live && (
        <div class="skeleton" role="status" aria-label={words('loading')}>
          <i />
          <i />
          <i />
        </div>
      )}
      {!hasEarlier && (live || !empty) && (
        <Greeting text={chat.greeting} sender={title || words('title')} icon={iconUrl} />
      )}
      {hasEarlier && (
        <button type="button" class="older" disabled={loadingOlder} onClick={() => void chat.loadOlder()}>
          {words('older')}
        </button>
      )}
      {messages.map((message, index) => {
        const before = messages[index - 1]
        const newDay = before === undefined || dayOf(before.at) !== dayOf(message.at)
        return [
          newDay && (
            <p key={`day-${message.id}`} class="day">
              {dayName(message.at, words)}
            </p>
          ),
          <MessageBubble
            key={message.id}
            message={message}
            words={words}
            icon={iconUrl}
            continues={sameGroup(before, message)}
            ends={!sameGroup(message, messages[index + 1])}
            status={
              message.id !== lastOwn
                ? undefined
                : agentReadAt !== null && Date.parse(agentReadAt) >= Date.parse(message.at)
                  ? 'seen'
                  : 'sent'
            }
          />,
        ]
      })}
      {outgoing.map((message) => (
        <OutgoingBubble
          key={message.id}
          message={message}
          held={held}
          words={words}
          onRetry={() => chat.retry(message.id)}
          onDiscard={() => chat.discard(message.id)}
        />
      ))}
      {agentTyping !== undefined && (
        <p class="typing">
          <span class="dots" aria-hidden="true">
            <i />
            <i />
            <i />
          </span>
          {words('typing', { name: agentTyping || words('agent') })}
        </p>
      )}
    </div>
  )
}
