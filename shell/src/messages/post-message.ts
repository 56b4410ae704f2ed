import type { Api } from '@recado/sdk/ui'
import type { OutgoingMessage } from './outbox.ts'

/** What is posted; `scheduleDate` leaves it to the server to send it then, `hold` for seconds in which it can be taken back. */
export type PostedMessage = Pick<OutgoingMessage, 'ticketId' | 'idFront' | 'body' | 'files' | 'parts' | 'quotedMsgId' | 'signed' | 'voice'> & { readonly hold?: number; readonly scheduleDate?: string }

/** `POST /messages/{ticketId}`: JSON, or multipart when there are files. The row itself arrives by the socket. */
export async function postMessage(api: Api, message: PostedMessage): Promise<void> {
  const path = `/messages/${message.ticketId}`
  const options = { idempotencyKey: message.idFront }
  const { body, idFront, quotedMsgId, hold, signed, voice, scheduleDate } = message
  const fields = { body, idFront, ...(quotedMsgId && { quotedMsg: quotedMsgId }), ...(hold && { hold: String(hold) }), ...(signed !== undefined && { signed: String(signed) }), ...(voice && { voice: 'true' }), ...(scheduleDate && { scheduleDate }) }
  if (message.files.length === 0) {
    await api.post(path, message.parts.length > 0 ? { ...fields, parts: message.parts } : fields, options)
    return
  }
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (message.parts.length > 0) form.set('parts', JSON.stringify(message.parts))
  for (const file of message.files) form.append('medias', file, file.name)
  await api.upload(path, form, options)
}

/** `DELETE /messages/{ticketId}/held/{idFront}`: takes back what has not left yet; refused once it has. */
export const recallMessage = (api: Api, { ticketId, idFront }: Pick<OutgoingMessage, 'ticketId' | 'idFront'>): Promise<unknown> => api.delete(`/messages/${ticketId}/held/${idFront}`)
