/** @jsxImportSource preact */
import type { Outgoing } from '../conversation.ts'
import type { ThreadFile, ThreadMessage } from '../data.ts'
import { textTokens } from '../text-tokens.ts'
import { clockTime, reasonFor, type Words } from '../words.ts'
import { Face } from './face.tsx'
import { FileIcon } from './icons.tsx'

const timeOf = (at: string, words: Words): string => clockTime(new Date(at), words)

/** Words stay words: the only elements made from a message are links to where it says. */
const Text = ({ text }: { text: string }) => (
  <p class="text" dir="auto">
    {textTokens(text).map(({ text: words, href }, index) =>
      href === undefined ? (
        words
      ) : (
        <a key={index} href={href} target="_blank" rel="noopener noreferrer nofollow ugc">
          {words}
        </a>
      ),
    )}
  </p>
)

function sizeOf(bytes: number, words: Words): string {
  const [unit, size] = bytes < 1_000 ? ['byte', 1] : bytes < 1_000_000 ? ['kilobyte', 1_000] : ['megabyte', 1_000_000]
  return new Intl.NumberFormat(words.locale, { style: 'unit', unit, maximumFractionDigits: 1 }).format(bytes / size)
}

function FileView({ file, words }: { file: ThreadFile; words: Words }) {
  const name = file.name ?? file.mime
  switch (file.kind) {
    case 'image':
      return (
        <a class="image" href={file.url} target="_blank" rel="noopener noreferrer">
          <img src={file.url} alt={file.name ?? words('image')} loading="lazy" />
        </a>
      )
    case 'video':
      return <video class="video" src={file.url} controls preload="metadata" aria-label={name} />
    case 'audio':
      return <audio class="audio" src={file.url} controls preload="metadata" aria-label={name} />
    case 'file':
      return (
        <a class="file" href={file.url} target="_blank" rel="noopener noreferrer" download={name}>
          <FileIcon />
          <span>
            <bdi>{name}</bdi>
            {file.bytes !== null && <small>{sizeOf(file.bytes, words)}</small>}
          </span>
        </a>
      )
  }
}

/** The company's first words. They were never sent: the widget says them, wherever a conversation begins. */
export const Greeting = ({ text, sender, icon }: { text: string; sender: string; icon: string | undefined }) => (
  <article class="message agent">
    <Face name={null} picture={null} icon={icon} />
    <p class="unseen">{sender}</p>
    <p class="greeting" dir="auto">
      {text}
    </p>
  </article>
)

export interface MessageBubbleProps {
  message: ThreadMessage
  words: Words
  icon: string | undefined
  /**
   * Whether the same author spoke just before, and whether nobody of the same speaks right after: a group has one name
   * and one time.
   */
  continues: boolean
  ends: boolean
  status: 'sent' | 'seen' | undefined
}

export function MessageBubble({ message, words, icon, continues, ends, status }: MessageBubbleProps) {
  const author = message.from === 'visitor' ? words('you') : (message.author ?? words('agent'))
  return (
    <article class={`message ${message.from}${continues ? ' continues' : ''}`}>
      {message.from === 'agent' && !continues && <Face name={message.author} picture={message.picture} icon={icon} />}
      <p class={message.from === 'agent' && !continues ? 'author' : 'unseen'}>{author}</p>
      <div class="bubble">
        {message.removed ? (
          <p class="text removed">{words('removed')}</p>
        ) : (
          <>
            {message.files.map((file) => (
              <FileView key={file.url} file={file} words={words} />
            ))}
            {message.text !== '' && <Text text={message.text} />}
          </>
        )}
      </div>
      {(ends || status !== undefined) && (
        <p class="meta">
          <time dateTime={message.at}>{timeOf(message.at, words)}</time>
          {status !== undefined && ` · ${words(status)}`}
        </p>
      )}
    </article>
  )
}

/** What is behind a message that is held up waits for the same. */
function progressOf(message: Outgoing, held: Outgoing | undefined, words: Words): string {
  const { state } = message
  const { reason, until } = held ?? message
  if (state === 'stored') return words('sent')
  if (state !== 'waiting') return words('sending')
  if (reason === 'ERR_CAPTCHA_REQUIRED') return words('waitingSlider')
  return until === undefined ? words('waiting') : words('waitingUntil', { time: clockTime(until, words) })
}

export interface OutgoingBubbleProps {
  message: Outgoing
  /** The first message that waits and knows for what. */
  held: Outgoing | undefined
  words: Words
  onRetry(): void
  onDiscard(): void
}

export function OutgoingBubble({ message, held, words, onRetry, onDiscard }: OutgoingBubbleProps) {
  return (
    <article class={`message visitor ${message.state}`}>
      <p class="unseen">{words('you')}</p>
      <div class="bubble">
        {message.file && (
          <p class="file">
            <FileIcon />
            <span>
              <bdi>{message.file.name}</bdi>
            </span>
          </p>
        )}
        {message.text !== '' && <Text text={message.text} />}
      </div>
      {message.state === 'failed' ? (
        <p class="meta wrong" role="alert">
          {reasonFor(words, message.reason)}
          {message.until && ` ${words('againAt', { time: clockTime(message.until, words) })}`}{' '}
          <button type="button" onClick={onRetry}>
            {words('retry')}
          </button>{' '}
          <button type="button" onClick={onDiscard}>
            {words('discard')}
          </button>
        </p>
      ) : (
        <p class="meta">{progressOf(message, held, words)}</p>
      )}
    </article>
  )
}
