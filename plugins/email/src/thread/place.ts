import { mint, type ConnectionContext, type ExternalChatId, type ExternalMessageId } from '@recado/sdk'
import type { EmailConfig } from '../channel/config.ts'
import { withoutPlus, type Person } from '../letter/address.ts'
import type { Head } from '../letter/head.ts'
import type { Memory } from './memory.ts'

/** Conversation of a mail. `guest`: in another contact's conversation, in which its sender takes part. */
export interface Place {
  readonly chat: ExternalChatId
  readonly guest: boolean
  readonly replyTo?: ExternalMessageId
}

const recipientFields = ['delivered-to', 'x-original-to', 'envelope-to', 'x-forwarded-to']

/** The part behind a plus of each of our addresses among the recipients. */
export function tokensIn(head: Pick<Head, 'all' | 'recipients'>, own: ReadonlySet<string>): string[] {
  const named = recipientFields
    .flatMap((field) => head.all(field).slice(0, 5))
    .map((value) => value.trim().replace(/^<|>$/g, '').toLowerCase())
  return [...named, ...head.recipients.map(({ address }) => address)]
    .flatMap((address) => {
      const [bare, tag] = withoutPlus(address)
      return tag !== undefined && own.has(bare) ? [tag] : []
    })
    .slice(0, 10)
}

/**
 * The conversation of a mail: by the signed token in one of our addresses, else by the mails it says that it answers,
 * newest first. Only who takes part in that conversation gets into it: ids and tokens are passed on, and prove nothing
 * of a sender. Everybody else, and a mail that answers nothing, has a conversation of their own.
 * @param isFrom whether the sender stands in `From`: who is only said to be behind a mail gets into nobody else's
 *   conversation
 */
export async function placeOf(
  ctx: Pick<ConnectionContext<EmailConfig>, 'history'>,
  memory: Memory,
  head: Head,
  sender: Person,
  own: ReadonlySet<string>,
  isFrom: boolean,
): Promise<Place> {
  const mine = mint<ExternalChatId>(sender.address)
  const ids = [...new Set([...head.inReplyTo.toReversed(), ...head.references.toReversed()])].slice(0, 50)
  const answered = ids.length === 0 ? undefined : await ctx.history.find(ids.map((id) => mint<ExternalMessageId>(id)))
  let tokenChat: ExternalChatId | undefined
  for (const token of tokensIn(head, own)) tokenChat ??= await memory.chatOfToken(token)
  const chat = tokenChat ?? answered?.chat
  const isMine = chat === undefined || chat === mine
  const guest = isFrom && !isMine && (await memory.chat(chat)).people?.includes(sender.address) === true
  const there = guest ? chat : mine
  return { chat: there, guest, ...(answered?.chat === there && { replyTo: answered.id }) }
}
