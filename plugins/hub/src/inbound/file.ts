import { ChannelError, type RemoteFile } from '@recado/sdk'
import * as z from 'zod'
import type { HubApi } from '../api/client.ts'

const Address = z.url({ protocol: /^https?$/ }).max(2_000)

/** The address of a file as core keeps it; undefined for one that could not be fetched. */
export const refOf = (url: string): string | undefined => Address.safeParse(url).data

/**
 * The bytes of a file. Of WhatsApp the hub gives them itself; elsewhere they lie where the message says. Types that it
 * names are unreliable, so core looks at the bytes.
 */
export async function openFile(api: HubApi, ref: string, signal: AbortSignal): Promise<RemoteFile> {
  const { channel, channelId, apiRoot } = api.config
  const root = (apiRoot ?? 'https://api.notificame.com.br').replace(/\/+$/, '')
  const response =
    channel === 'whatsapp'
      ? await api.open(`${root}/v2/channels/whatsapp/media`, {
          method: 'POST',
          signal,
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ from: channelId, contents: [{ type: 'file', fileUrl: ref }] }),
        })
      : await api.open(ref, { signal })
  if (response.body) return { stream: response.body }
  throw new ChannelError({ kind: 'notFound', code: 'EMPTY', message: 'the file is empty', certain: true })
}
