import {
  addressOf,
  readAsk,
  readOptions,
  whatsappOrigin,
  type Ask,
  type Begun,
  type Told,
} from '../src/helper/protocol.ts'
import { signOnPage } from './sign-on-page.ts'

/*
 * The worker of the helper: it speaks with Recado, which the page of WhatsApp may not, and has that page use the
 * passkey. It keeps nothing.
 */

const address = addressOf(chrome.runtime.getManifest().host_permissions ?? [])

/** Only our own script at the top of WhatsApp's page is listened to. */
const isFromWhatsapp = ({ id, origin, frameId, tab }: chrome.runtime.MessageSender): boolean =>
  id === chrome.runtime.id && origin === whatsappOrigin && frameId === 0 && tab?.id !== undefined

chrome.runtime.onMessage.addListener((message, sender, answer) => {
  if (!isFromWhatsapp(sender)) return undefined
  const ask = readAsk(message)
  // Anything else is a sign that the page is still there, which keeps the worker alive while somebody looks for a key.
  if (!ask) return undefined
  void told(ask, sender.tab!.id!).then(answer)
  return true
})

async function told(ask: Ask, tabId: number): Promise<Told> {
  const path = `/p/whatsapp/helper/${ask.connection}`
  if (ask.ask === 'begin') {
    const begun = await post<Begun>(`${path}/begin`, { token: ask.token })
    if ('refused' in begun) return begun
    return readOptions(begun.answer.options) ? { begun: begun.answer } : { refused: 'OTHER_SITE' }
  }
  const options = readOptions(ask.options)
  if (!options) return { refused: 'OTHER_SITE' }
  const ran = await chrome.scripting
    .executeScript({ target: { tabId, frameIds: [0] }, world: 'MAIN', func: signOnPage, args: [options] })
    .catch(() => [])
  const signed = ran[0]?.result
  if (!signed || 'error' in signed)
    return { refused: signed?.error === 'NotAllowedError' ? 'NOT_CONFIRMED' : 'NO_PASSKEY' }
  const brought = await post(`${path}/answer`, { token: ask.token, answer: JSON.stringify(signed.answer) })
  return 'refused' in brought ? brought : { done: true }
}

async function post<T>(path: string, body: object): Promise<{ readonly answer: T } | { readonly refused: string }> {
  if (address === undefined) return { refused: 'NO_ADDRESS' }
  try {
    const response = await fetch(address + path, {
      method: 'POST',
      credentials: 'omit',
      redirect: 'error',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as T & { error?: unknown }
    return response.ok ? { answer } : { refused: String(answer.error) }
  } catch {
    return { refused: 'UNREACHABLE' }
  }
}

/** Pages of Recado that are open while the helper is installed learn of it without being loaded again. */
chrome.runtime.onInstalled.addListener(() => {
  void (async () => {
    if (address === undefined) return
    for (const { id } of await chrome.tabs.query({ url: [`${address}/*`] }))
      if (id !== undefined)
        await chrome.scripting.executeScript({ target: { tabId: id }, files: ['recado.js'] }).catch(() => undefined)
  })()
})
