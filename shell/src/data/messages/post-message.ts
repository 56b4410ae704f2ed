import { ApiError, type Api } from '@recado/sdk/ui'
import type { StoredUpload } from '../../base/contracts.ts'
import type { OutgoingMessage } from './outbox.ts'
import type { Uploads, UploadsOptions } from './uploads.ts'

/**
 * Message to post; with `scheduleDate` the server sends it then, with `hold` after seconds in which it can be taken
 * back.
 */
export type PostedMessage = Pick<
  OutgoingMessage,
  'ticketId' | 'idFront' | 'body' | 'files' | 'parts' | 'replyToId' | 'signed' | 'voice'
> & { readonly hold?: number; readonly scheduleDate?: string }

/** `POST /messages/{ticketId}`, once its files are all there. The row itself arrives by the socket. */
export async function postMessage(
  { api, uploads }: { api: Api; uploads: Pick<Uploads, 'stored' | 'release'> },
  message: PostedMessage,
): Promise<void> {
  const { ticketId, body, idFront, files, parts, replyToId, hold, signed, voice, scheduleDate } = message
  const stored = await uploads.stored(ticketId, files, voice)
  try {
    await api.post(
      `/messages/${ticketId}`,
      {
        body,
        idFront,
        ...(replyToId && { quotedMsg: replyToId }),
        ...(hold && { hold: String(hold) }),
        ...(signed !== undefined && { signed: String(signed) }),
        ...(voice && { voice: 'true' }),
        ...(scheduleDate && { scheduleDate }),
        ...(stored.length > 0 && { attachments: stored.map(({ path }) => path) }),
        ...(parts.length > 0 && { parts }),
      },
      { idempotencyKey: idFront },
    )
  } catch (error) {
    // Files that the server does not have any more are uploaded again with the next try.
    if (ApiError.is(error) && error.code === 'ERR_NO_MEDIA_FOUND') uploads.release(files)
    throw error
  }
}

/** Puts one file before its message. */
export const postFile =
  (api: Api): UploadsOptions['post'] =>
  (ticketId, file, { voice, signal, onProgress }) => {
    const form = new FormData()
    if (voice) form.set('voice', 'true')
    form.append('media', file, file.name)
    return api.upload<StoredUpload>(`/messages/${ticketId}/files`, form, { signal, onProgress })
  }

/** `DELETE /messages/{ticketId}/held/{idFront}`: takes back what has not left yet; refused once it has. */
export const recallMessage = (
  api: Api,
  { ticketId, idFront }: Pick<OutgoingMessage, 'ticketId' | 'idFront'>,
): Promise<unknown> => api.delete(`/messages/${ticketId}/held/${idFront}`)
