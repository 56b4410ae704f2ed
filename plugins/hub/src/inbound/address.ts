import { mint, type ExternalChatId } from '@recado/sdk'
import type { HubChannel } from '../channel/hub-channels.ts'

/** Ids of one channel say nothing about another's: 42 at Mercado Livre is somebody else than 42 at OLX. */
export const chatOf = (channel: HubChannel, person: string): ExternalChatId =>
  mint<ExternalChatId>(`${channel}/${person}`)

/** The id by which the hub knows the person of a chat. */
export const personOf = (chat: ExternalChatId): string => chat.slice(chat.indexOf('/') + 1)
