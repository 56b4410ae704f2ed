import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useWorkplace } from '../../../data/workplace/workplace-context.ts'
import type { Ticket } from '../../../base/contracts.ts'
import type { Channel } from '../use-channel.ts'
import type { Attachment } from '../../../data/messages/kept-file.ts'
import { brokenImages, moved, pickFiles } from './attachments.ts'
import { useLeftOutNotice } from './use-left-out-notice.ts'

/** Whether a channel carries files at all. */
export const carriesFiles = (channel: Channel | undefined): boolean =>
  channel !== undefined &&
  Object.values(channel.capabilities.media).some(
    (kind) => kind && Object.values(kind.mime).some((level) => level !== 'rejected'),
  )

/**
 * Attachments of the next message of a ticket. Files are uploaded as soon as they are chosen; refused ones are named
 * before.
 */
export function useAttachments(ticket: Ticket, channel: Channel | undefined) {
  const { attachments, uploads } = useWorkplace()
  const tellLeftOut = useLeftOutNotice()
  const { id } = ticket
  const { files } = useSyncExternalStore(attachments.subscribe, () => attachments.of(id))
  const put = useCallback((next: readonly Attachment[]) => attachments.change(id, { files: next }), [attachments, id])

  const attach = useCallback(
    (added: readonly File[]) => {
      if (!channel || !carriesFiles(channel) || added.length === 0) return
      void brokenImages(added).then((broken) => {
        const present = attachments.of(id).files
        const { accepted, ...leftOut } = pickFiles(present, added, channel.capabilities, broken)
        tellLeftOut(leftOut)
        put([...present, ...accepted])
        uploads.begin(id, accepted)
      })
    },
    [channel, attachments, uploads, id, put, tellLeftOut],
  )
  const remove = useCallback(
    (file: Attachment) => {
      put(attachments.of(id).files.filter((one) => one !== file))
      uploads.drop(file)
    },
    [attachments, uploads, id, put],
  )
  const move = useCallback(
    (file: Attachment, to: number) => put(moved(attachments.of(id).files, file, to)),
    [attachments, id, put],
  )
  /** Clears the list after the message took the attachments over. */
  const clear = useCallback(() => put([]), [put])
  const putBack = useCallback(
    (back: readonly Attachment[]) => {
      put([...back, ...attachments.of(id).files])
      uploads.begin(id, back)
    },
    [attachments, uploads, id, put],
  )
  return useMemo(() => ({ files, attach, remove, move, clear, putBack }), [files, attach, remove, move, clear, putBack])
}
