import type { Part, PluginContext } from '@recado/contracts'

/** Files of others at most, in bytes; larger ones are sent as their address. */
const largestFile = 16 * 1024 * 1024
const fetchMs = 30_000

/**
 * A file that a bot or a program keeps elsewhere, as a part to send: fetched through the guard and kept. One that
 * cannot be had, or is larger than 16 MB, is its address as text. Used by plugins that speak for bots.
 */
export async function filePart(
  { url, as }: { readonly url: string; readonly as: Extract<Part, { kind: 'media' }>['as'] },
  { fetch, media, log, signal }: Pick<PluginContext, 'fetch' | 'media' | 'log' | 'signal'>,
): Promise<Part> {
  try {
    const file = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) })
    if (!file.ok || !file.body) throw new Error(`status ${file.status}`)
    const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '').slice(0, 255)
    const { id, mime } = await media.put(file.body, { maxBytes: largestFile, ...(name !== '' && { name }) })
    return { kind: 'media', as, media: id, mime, ...(name !== '' && { name }) }
  } catch (error) {
    log.info({ error }, 'a file is sent as its address')
    return { kind: 'text', text: url, format: 'plain' }
  }
}
