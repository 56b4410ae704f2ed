import { ChannelError } from '@recado/sdk'
import * as z from 'zod'
import type { HubApi } from '../api/client.ts'

const HubChannelFacts = z.object({
  id: z.coerce.string().optional().catch(undefined),
  name: z.string().optional().catch(undefined),
  channel: z.string().optional().catch(undefined),
})

/** The channel at the hub, by its name there. @throws ChannelError where it is of another kind than the settings say */
export async function channelName({ call, config }: HubApi, signal: AbortSignal): Promise<string> {
  const path = `/v1/channels/${encodeURIComponent(config.channelId)}`
  const { name, channel } = await call({ method: 'GET', path, result: HubChannelFacts, signal })
  if (channel !== undefined && channel !== config.channel)
    throw new ChannelError({
      kind: 'auth',
      code: 'OTHER_CHANNEL',
      message: `at the hub this is a channel of ${channel}`.slice(0, 300),
      certain: true,
    })
  return name ?? config.channelId
}
