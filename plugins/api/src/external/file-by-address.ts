import { Refusal, type KeyContext, type MediaInfo } from '@recado/sdk'
import { refusal } from '../errors.ts'

/** Files of programs at most, in bytes: what agents may send too. */
const largestFile = 50 * 1024 * 1024
/** The whole answer has to be there by then. */
const fetchMs = 30_000

/**
 * Brings the file of an address into the store, through the egress guard. @throws Refusal ERR_API_MEDIA_URL, and those
 * of storing
 */
export async function fileByAddress(
  { fetch, media, signal }: Pick<KeyContext, 'fetch' | 'media' | 'signal'>,
  address: string,
  name: string | undefined,
): Promise<MediaInfo> {
  const answer = await fetch(address, { signal: AbortSignal.any([signal, AbortSignal.timeout(fetchMs)]) }).catch(
    (error: unknown) => {
      throw refusal('ERR_API_MEDIA_URL', { detail: error instanceof Error ? error.message.slice(0, 200) : '' })
    },
  )
  if (!answer.ok || !answer.body) throw refusal('ERR_API_MEDIA_URL', { detail: `HTTP ${answer.status}` })
  const own = name ?? nameIn(address)
  try {
    return await media.put(answer.body, { maxBytes: largestFile, ...(own !== '' && { name: own }) })
  } catch (error) {
    if (Refusal.is(error)) throw error
    throw refusal('ERR_API_MEDIA_URL', { detail: 'the file ended early' })
  }
}

/** The last part of the path, as a file name; empty for none that can be read. */
function nameIn(address: string): string {
  const last = new URL(address).pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last).slice(0, 255)
  } catch {
    return last.slice(0, 255)
  }
}
