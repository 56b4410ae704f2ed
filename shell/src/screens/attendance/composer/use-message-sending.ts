import { toast, type ComposerField } from '@recado/sdk/ui'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import type { Message, OutgoingPart } from '../../../base/contracts.ts'
import type { OutgoingMessage } from '../../../data/messages/outbox.ts'
import { quotedIn } from '../../../data/messages/quoted-in.ts'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Channel } from '../use-channel.ts'
import type { LetterHead } from './letter/use-letter-head.ts'
import type { useAttachments } from './use-attachments.ts'
import { useHold } from './use-hold.ts'
import { useSchedule } from './use-scheduled.ts'
import type { OwnSignature } from './use-signature.ts'
import type { VoiceNote } from './voice/use-voice-note.ts'

/** What stands in a composer, and how it is put away. */
interface Written {
  ticketId: string
  channel: Channel | undefined
  /** The words as they go, without the signature. */
  body: string
  attached: ReturnType<typeof useAttachments>
  letterHead: LetterHead | null
  note: VoiceNote
  signature: OwnSignature
  replyTo: Message | null
  field: RefObject<ComposerField | null>
  setText(text: string): void
  /** Tells the other side whether somebody types. */
  signal(isTyping: boolean): void
  onReplyTo(message: Message | null): void
}

/** Sends what stands in the composer, now or later, and takes back what was sent a moment ago. */
export function useMessageSending({
  ticketId,
  channel,
  body,
  attached: { files, clear: clearFiles, putBack: putFilesBack },
  letterHead,
  note,
  signature,
  replyTo,
  field,
  setText,
  signal,
  onReplyTo,
}: Written) {
  const { t } = useTranslation('attendance')
  const queries = useQueryClient()
  const { drafts, attachments, outbox } = useWorkplace()
  const hold = useHold(channel)
  const schedule = useSchedule()
  const frontId = useRef(crypto.randomUUID())

  const signed = signature.text !== null
  const replyToId = replyTo?.id ?? null
  const limit = channel?.capabilities.text.maxLength ?? Number.POSITIVE_INFINITY
  /** Characters that are left; negative where there are too many. */
  const left = limit - signature.sign(body).length
  const sendable = left >= 0 && (letterHead?.isComplete ?? true) && (body !== '' || files.length > 0)

  const beginAnew = () => {
    letterHead?.clear()
    signal(false)
    onReplyTo(null)
    field.current?.focus()
  }
  const send = () => {
    if (!sendable) return
    const asSent = signature.sign(body)
    outbox.add({ ticketId, body, asSent, signed, files, parts: letterHead?.parts() ?? [], replyToId, hold })
    clearFiles()
    drafts.set(ticketId, { text: '', files: [], uploads: [] })
    beginAnew()
  }
  const sendParts = (parts: readonly OutgoingPart[]) =>
    outbox.addInOrder(
      parts.map((part) => ({ ticketId, body: '', files: [], parts: [part], signed, replyToId: null, hold })),
    )
  const sendVoice = async () => {
    const recording = await note.finish()
    if (!recording) return
    const { file, seconds } = recording
    outbox.add({ ticketId, body: '', files: [file], voice: true, seconds, replyToId, hold })
    onReplyTo(null)
    field.current?.focus()
  }
  const sendAt = (at: Date, onDone: () => void) => {
    if (!sendable || schedule.isPending) return
    const parts = letterHead?.parts() ?? []
    const scheduleDate = at.toISOString()
    schedule.mutate(
      { ticketId, idFront: frontId.current, body, signed, files, parts, replyToId, scheduleDate },
      {
        onSuccess: () => {
          frontId.current = crypto.randomUUID()
          onDone()
          beginAnew()
        },
      },
    )
  }
  const undo = async (message: OutgoingMessage) => {
    const back = await outbox.takeBack(ticketId, message.idFront)
    if (!back) return void toast.error(t('undo.tooLate'))
    const [recorded] = back.files
    if (back.voice && recorded instanceof File)
      return attachments.change(ticketId, { recording: { file: recorded, seconds: back.seconds ?? 0 } })
    setText([back.body, drafts.of(ticketId)].filter((piece) => piece !== '').join('\n'))
    putFilesBack(back.files)
    letterHead?.putBack(back.parts)
    if (back.replyToId) onReplyTo(quotedIn(queries, ticketId, back.replyToId))
    field.current?.focus()
  }
  return { left, limit, sendable, schedule, send, sendParts, sendVoice, sendAt, undo }
}
