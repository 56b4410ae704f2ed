import type { Api } from '@recado/sdk/ui'
import type { OutgoingMessage } from './outbox.ts'

/** `POST /messages/{ticketId}`: JSON, or multipart when there are files. The row itself arrives by the socket. */
export async function postMessage(api: Api, message: OutgoingMessage): Promise<void> {
  const path = `/messages/${message.ticketId}`
  const options = { idempotencyKey: message.idFront }
  const fields = { body: message.body, idFront: message.idFront, ...(message.quotedMsgId ? { quotedMsg: message.quotedMsgId } : {}) }
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
