import { Refusal, type Part, type PluginContext, type TicketId } from '@recado/contracts'

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

/** Refusals of a channel that takes no such file. */
const unfit: ReadonlySet<string> = new Set(['ERR_CHANNEL_UNSUPPORTED', 'ERR_FILE_TOO_LARGE', 'ERR_AUDIO'])

/**
 * Sends a file that a bot keeps elsewhere, once per `key`: as a file, or as its address where it cannot be had or the
 * channel takes no such file. Used by plugins that speak for bots. @throws Refusal of `core.messages.send` otherwise
 */
export async function sendFile(
  ticket: TicketId,
  file: { readonly url: string; readonly as: Extract<Part, { kind: 'media' }>['as'] },
  ctx: Pick<PluginContext, 'core' | 'fetch' | 'media' | 'log' | 'signal'>,
  { key }: { readonly key: string },
): Promise<void> {
  const part = await filePart(file, ctx)
  try {
    await ctx.core.messages.send(ticket, [part], { key })
  } catch (error) {
    if (part.kind === 'text' || !Refusal.is(error) || !unfit.has(error.code)) throw error
    ctx.log.info({ error }, 'a file that the channel does not take is sent as its address')
    await ctx.core.messages.send(ticket, [{ kind: 'text', text: file.url, format: 'plain' }], { key: `${key}.address` })
  }
}
