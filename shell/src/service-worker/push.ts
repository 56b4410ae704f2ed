import type { PushPayload } from '../base/contracts.ts'
import type { ShownNotification, WorkerScope } from './scope.ts'

/** S9-113. Milliseconds. */
export const vibration = [200, 100, 200] as const
/** Drawn by Android in one colour. */
const badge = '/badge-96.png'
const threadPlace = /^[a-z][a-z0-9-]{1,40}\/[\w-]{1,64}$/
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Every push is shown: a browser withdraws the permission after a push without a notification. The server does not send
 * one to users who want none.
 */
export function showPush(
  { registration }: Pick<WorkerScope, 'registration'>,
  data: { json(): unknown } | null,
): Promise<void> {
  const { title, body, icon, tag, data: about } = payloadOf(data)
  // A later push of a conversation replaces the one before, with its sound.
  return registration.showNotification(title, {
    body,
    icon,
    badge,
    tag,
    data: about,
    requireInteraction: true,
    renotify: true,
    vibrate: vibration,
  })
}

/** A page of the product, with its search. */
const productPath = /^\/[\w/?=&.%~-]*$/

/** S2-060: opens the conversation or the page in a new tab, whatever the other tabs show. */
export async function openTicket(
  { clients, location }: Pick<WorkerScope, 'clients' | 'location'>,
  notification: ShownNotification,
): Promise<void> {
  notification.close()
  const { ticketId, place, path } = (notification.data ?? {}) as Partial<PushPayload['data']>
  // An address outside of the product is not followed, whoever wrote it.
  const address =
    ticketId !== undefined && uuid.test(ticketId)
      ? `${location.origin}/#/atendimento/${ticketId}${
          place !== undefined && threadPlace.test(place) ? `?mensagem=${encodeURIComponent(place)}` : ''
        }`
      : `${location.origin}/#${path !== undefined && productPath.test(path) ? path : '/notificacoes'}`
  await clients.openWindow(address)
}

function payloadOf(data: { json(): unknown } | null): PushPayload {
  try {
    const given = data?.json() as PushPayload
    if (typeof given.title === 'string' && typeof given.body === 'string') return given
  } catch {
    // An empty or unreadable push still has to be shown.
  }
  return {
    title: 'Recado',
    body: '',
    icon: '/icon-192.png',
    tag: 'recado',
    data: { ticketId: '', contactId: '', userId: '' },
  }
}
