import { mint, type ExternalMessageId } from '@recado/sdk'
import type { WAMessageKey } from 'baileys'
import { bareJid, isGroup } from './jid.ts'

/** Parts of an id are separated by what no id of WhatsApp holds. */
const separator = ';'
const own = 'me'

/**
 * A message as core names it: WhatsApp's id, with what its key needs besides: that it is ours, or who wrote it in a
 * group.
 */
export function idOf(key: Pick<WAMessageKey, 'id' | 'fromMe' | 'participant' | 'remoteJid'>): ExternalMessageId {
  const id = (key.id ?? '').replaceAll(separator, '').slice(0, 200)
  const author = bareJid(key.participant)
  const suffix = key.fromMe ? own : isGroup(key.remoteJid ?? '') ? author : undefined
  return mint<ExternalMessageId>(suffix === undefined ? id : `${id}${separator}${suffix}`)
}

/** The key of a message that core names. */
export function keyOf(message: string, chat: string): WAMessageKey {
  const [id = '', suffix] = message.split(separator)
  return {
    remoteJid: chat,
    id,
    fromMe: suffix === own,
    ...(suffix !== undefined && suffix !== own && { participant: suffix }),
  }
}
