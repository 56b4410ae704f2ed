import type { proto, WAMessage } from 'baileys'
import { unwrapped } from '../inbound/content.ts'

/** The vote of a message: in which poll, by WhatsApp's id of it. Undefined for what is no vote. */
export function voteIn(message: WAMessage): { poll: string; sealed: proto.Message.IPollEncValue } | undefined {
  const vote = unwrapped(message.message).inner.pollUpdateMessage
  const poll = vote?.pollCreationMessageKey?.id
  return poll ? { poll, sealed: vote.vote ?? {} } : undefined
}
