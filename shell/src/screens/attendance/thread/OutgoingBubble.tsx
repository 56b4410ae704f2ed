import { Button, useErrorText } from '@recado/sdk/ui'
import { Clock3, CloudOff, FileText, Hourglass, RotateCw, Trash2, TriangleAlert } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Message, OutgoingPart } from '../../../base/contracts.ts'
import { clockTime } from '../../../base/i18n/per-locale.ts'
import type { Attachment } from '../../../data/messages/kept-file.ts'
import { isHeldUp, type OutgoingMessage } from '../../../data/messages/outbox.ts'
import { Bubble } from './Bubble.tsx'
import { MessageParts } from './MessageParts.tsx'
import { LetterHeadView } from './parts/LetterHeadView.tsx'
import { ChannelText } from '../../../parts/messages/ChannelText.tsx'

/** A message that the server has not confirmed: on its way, waiting for the network, or refused with the reason. */
export function OutgoingBubble({
  message,
  starts,
  ends,
}: {
  message: OutgoingMessage
  starts: boolean
  ends: boolean
}) {
  const { t, i18n } = useTranslation('attendance')
  const { outbox } = useWorkplace()
  const textOf = useErrorText()
  const head = message.parts.find((part) => part.kind === 'letterHead')
  const refused = message.state === 'refused'
  const heldUp = isHeldUp(
    message,
    useSyncExternalStore(outbox.subscribe, () => outbox.of(message.ticketId)),
  )
  const state = refused
    ? t('outgoing.refused')
    : heldUp
      ? t('outgoing.heldUp')
      : message.state === 'waiting' && message.error
        ? t('outgoing.waiting')
        : t('outgoing.sending')
  const mark = refused ? (
    <TriangleAlert size={13} className="text-danger" />
  ) : heldUp ? (
    <Hourglass size={13} />
  ) : message.state === 'waiting' && message.error ? (
    <CloudOff size={13} />
  ) : (
    <Clock3 size={13} />
  )
  return (
    <Bubble
      own
      starts={starts}
      ends={ends}
      foot={
        <>
          <time dateTime={message.createdAt}>{clockTime(i18n.language).format(new Date(message.createdAt))}</time>
          <span role="img" aria-label={state} title={state}>
            {mark}
          </span>
        </>
      }
    >
      {head && <LetterHeadView part={head} />}
      {message.files.map((file, index) => (
        <OutgoingFile key={index} file={file} />
      ))}
      {message.asSent !== '' && <ChannelText text={message.asSent} />}
      {message.parts.map((part, index) =>
        part.kind === 'letterHead' ? null : part.kind === 'storedFile' ? (
          <StoredFile key={index} part={part} />
        ) : (
          <MessageParts key={index} message={asMessage(message.idFront, part)} onView={() => undefined} />
        ),
      )}
      {refused && (
        <span role="alert" className="mt-1.5 flex flex-wrap items-center gap-2 border-t border-line pt-1.5 text-list">
          <span className="text-danger">{textOf(message.error)}</span>
          <Button
            size="small"
            variant="ghost"
            icon={<RotateCw size={13} />}
            onClick={() => outbox.sendAgain(message.ticketId, message.idFront)}
          >
            {t('message.sendAgain')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 size={13} />}
            onClick={() => outbox.discard(message.ticketId, message.idFront)}
          >
            {t('outgoing.discard')}
          </Button>
        </span>
      )}
      {heldUp && (
        <span
          role="status"
          className="mt-1.5 flex flex-wrap items-center gap-2 border-t border-line pt-1.5 text-list text-ink-muted"
        >
          {t('outgoing.heldUp')}
          <Button
            size="small"
            variant="ghost"
            icon={<Trash2 size={13} />}
            onClick={() => outbox.discard(message.ticketId, message.idFront)}
          >
            {t('outgoing.discard')}
          </Button>
        </span>
      )}
    </Bubble>
  )
}

/** A part as the thread shows it: of a template its texts, without the path of its file. */
function asMessage(
  id: string,
  part: Exclude<OutgoingPart, { kind: 'storedFile' }>,
): Pick<Message, 'id' | 'parts' | 'media'> {
  const base = { id: id as Message['id'], media: [] }
  if (part.kind !== 'template') return { ...base, parts: [part] }
  const { header: _path, ...words } = part
  return { ...base, parts: [words] }
}

/** A file of a message that waits for it, with how much of it has left. */
function OutgoingFile({ file }: { file: Attachment }) {
  const { t, i18n } = useTranslation('attendance')
  const { uploads } = useWorkplace()
  const state = useSyncExternalStore(uploads.subscribe, () => uploads.of(file))
  return (
    <span className="mb-1 flex items-center gap-2 text-list">
      <FileText size={15} aria-hidden />
      <span className="truncate">{file.name}</span>
      {state?.kind === 'sending' && (
        <progress
          aria-label={t('attachment.sending', { name: file.name })}
          value={state.share}
          className="h-1 w-16 shrink-0 accent-accent"
        >
          {new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(state.share)}
        </progress>
      )}
    </span>
  )
}

/** A file that the server keeps already and that goes along. */
function StoredFile({ part: { path, as, caption } }: { part: Extract<OutgoingPart, { kind: 'storedFile' }> }) {
  const name = decodeURIComponent(path.split('?', 1)[0]!.split('/').at(-1)!)
  if (as === 'sticker') return <img src={path} alt={name} className="size-32 object-contain" />
  return (
    <>
      <span className="mb-1 flex items-center gap-2 text-list">
        <FileText size={15} aria-hidden />
        <span className="truncate">{name}</span>
      </span>
      {caption !== undefined && <ChannelText text={caption} />}
    </>
  )
}
