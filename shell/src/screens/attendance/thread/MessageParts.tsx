import { lazy, Suspense } from 'react'
import type { Message, Part } from '../../../base/contracts.ts'
import { isEmojiOnly } from './emoji-only.ts'
import { Letter } from './parts/Letter.tsx'
import { LetterHeadView } from './parts/LetterHeadView.tsx'
import { MediaView, type MediaItem } from './parts/MediaView.tsx'
import { PendingMedia } from './parts/PendingMedia.tsx'
import { Choice, Choices, ContactCards, Place, Template, Unsupported } from './parts/PlainParts.tsx'
import { MarkedText } from '../../../parts/messages/MarkedText.tsx'
import { SafeText } from '../../../parts/messages/SafeText.tsx'

export type { MediaItem }

const polls = () => import('./parts/PollView.tsx')
const PollView = lazy(async () => ({ default: (await polls()).PollView }))
const VoteElsewhere = lazy(async () => ({ default: (await polls()).VoteElsewhere }))

/** Everything a message carries, in reading order. A part of ours on its way has no files yet. */
export const MessageParts = ({
  message,
  onView,
}: {
  message: Pick<Message, 'id' | 'parts' | 'media' | 'votes'>
  onView(media: MediaItem): void
}) => {
  const parts = message.parts.map((part, index) => (
    <MessagePart key={index} part={part} message={message} onView={onView} />
  ))
  // One text alone stays a run of text; several parts stand below each other.
  return parts.length > 1 ? <div className="flex flex-col gap-1.5">{parts}</div> : parts
}

/** A head with a subject stands above the letter that it is the subject of. */
const isTitle = (part: Part): boolean => part.kind === 'letterHead' && part.subject !== undefined

function MessagePart({
  part,
  message,
  onView,
}: {
  part: Part
  message: Pick<Message, 'id' | 'parts' | 'media' | 'votes'>
  onView(media: MediaItem): void
}) {
  const file = (id: string) => message.media.find((one) => one.id === id)
  switch (part.kind) {
    case 'text':
      return isEmojiOnly(part.text) ? (
        <span className="text-3xl leading-tight">
          <SafeText text={part.text} />
        </span>
      ) : part.format === 'markdown' ? (
        <MarkedText text={part.text} />
      ) : (
        <SafeText text={part.text} />
      )
    case 'letterHead':
      return <LetterHeadView part={part} />
    case 'html':
      return <Letter part={part} item={file(part.media)} isTitled={message.parts.some(isTitle)} />
    case 'media':
      return <MediaView part={part} item={file(part.media)} onView={onView} />
    case 'pendingMedia':
      return <PendingMedia part={part} messageId={message.id} />
    case 'location':
      return <Place part={part} />
    case 'contacts':
      return <ContactCards part={part} />
    case 'interactive':
      return <Choices part={part} />
    case 'interactiveReply':
      return <Choice part={part} />
    case 'template':
      return <Template part={part} />
    case 'poll':
      return (
        <Suspense fallback={<SafeText text={part.question} />}>
          <PollView part={part} votes={message.votes} />
        </Suspense>
      )
    case 'unsupported':
      return part.about === 'vote' ? (
        <Suspense fallback={<Unsupported part={part} />}>
          <VoteElsewhere />
        </Suspense>
      ) : (
        <Unsupported part={part} />
      )
  }
}
