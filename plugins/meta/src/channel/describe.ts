import { ChannelError, type ChatDescription, type ExternalChatId } from '@recado/sdk'
import type { MetaApi } from '../api/client.ts'
import { Profile } from '../api/results.ts'
import { refOf } from '../inbound/reference.ts'

/** Name and picture of somebody who has written. Meta tells them of nobody else, and not of everybody who has. */
export async function describe(
  { facts, call }: MetaApi,
  chat: ExternalChatId,
  signal: AbortSignal,
): Promise<ChatDescription | undefined> {
  try {
    const path = `/${encodeURIComponent(chat)}?fields=${facts.profileFields}`
    const told = await call({ method: 'GET', path, result: Profile, signal })
    const whole = told.name ?? [told.first_name, told.last_name].filter(Boolean).join(' ')
    const name = whole || told.username
    const picture = told.profile_pic === undefined ? undefined : refOf(told.profile_pic)
    return { ...(name && { name }), ...(picture !== undefined && { picture }) }
  } catch (error) {
    if (ChannelError.is(error) && (error.kind === 'notFound' || error.kind === 'unsupported')) return undefined
    throw error
  }
}
