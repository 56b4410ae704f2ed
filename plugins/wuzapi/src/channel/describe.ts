import type { ChatDescription, ExternalChatId } from '@recado/sdk'
import { ChannelError } from '@recado/sdk'
import * as z from 'zod'
import type { Gateway } from '../gateway/client.ts'
import { isGroup } from '../inbound/addresses.ts'
import { pictureRef } from '../media/download.ts'

const Group = z.object({ name: z.string().catch('') })
const People = z.object({ users: z.record(z.string(), z.unknown()).catch({}) })
const Business = z.object({ verifiedname: z.object({ details: z.object({ verifiedname: z.string().min(1) }) }) })
const Avatar = z.object({
  url: z
    .url({ protocol: /^https?$/ })
    .optional()
    .catch(undefined),
})

/** What the gateway does not know, or WhatsApp does not say, it refuses with words of its own. */
const none = (error: unknown): undefined => {
  if (ChannelError.is(error) && (error.kind === 'notFound' || error.kind === 'provider')) return undefined
  throw error
}

/** Title of a group, name of a business, and picture; names of people come with their messages. */
export async function describe(
  gateway: Gateway,
  chat: ExternalChatId,
  signal: AbortSignal,
): Promise<ChatDescription | undefined> {
  const [name, { url } = {}] = await Promise.all([
    nameOf(gateway, chat, signal),
    gateway.call({ path: '/user/avatar', json: { Phone: chat, Preview: true }, result: Avatar, signal }).catch(none),
  ])
  const picture = url === undefined ? undefined : pictureRef(url)
  if (!name && picture === undefined) return undefined
  return { ...(name && { name }), ...(picture !== undefined && { picture }) }
}

async function nameOf({ call }: Gateway, chat: ExternalChatId, signal: AbortSignal): Promise<string | undefined> {
  if (isGroup(chat)) {
    const path = `/group/info?groupJID=${encodeURIComponent(chat)}`
    return (await call({ method: 'GET', path, result: Group, signal }).catch(none))?.name
  }
  const told = await call({ path: '/user/info', json: { Phone: [chat] }, result: People, signal }).catch(none)
  const [person] = Object.values(told?.users ?? {})
  return Business.safeParse(person).data?.verifiedname.details.verifiedname
}
