import {
  ChannelError,
  mint,
  type ExternalMessageId,
  type LetterHeadPart,
  type SendRequest,
  type SendResult,
} from '@recado/sdk'
import type { Account } from '../account/credentials.ts'
import { domainOf, isAddress, normaliseAddress, withoutPlus, type Person } from '../letter/address.ts'
import type { Desk } from '../mailbox/arrival.ts'
import { bareSubject } from '../thread/subject.ts'
import { compose } from './compose.ts'
import { messageIdOf } from './identity.ts'
import { planOf } from './plan.ts'
import { handOver } from './smtp.ts'

/** Two machines that answer each other are parted after so many mails in so long a time. */
const loop = { mails: 5, withinMs: 600_000 } as const

const refused = (kind: 'invalidRecipient' | 'blocked', code: string, message: string): ChannelError =>
  new ChannelError({ kind, code, message, certain: true })

/** Sends one intent as one mail. `onSent` gets its bytes for the copy. */
export async function send(
  account: Account,
  { ctx, memory, own }: Desk,
  request: SendRequest,
  onSent: (mail: Buffer) => void,
  signal: AbortSignal,
): Promise<SendResult> {
  const [from] = own
  const to = normaliseAddress(request.chat)
  if (from === undefined || !isAddress(to) || domainOf(to) === 'invalid')
    throw refused('invalidRecipient', 'NO_ADDRESS', 'the contact has no address that a mail can be sent to')
  if (own.has(to)) throw refused('invalidRecipient', 'OWN_ADDRESS', 'the address is one of this mailbox')
  const plan = planOf(request.parts, ctx.config.signature)
  const letterHead = request.parts.find((part) => part.kind === 'letterHead')
  const cc = reachable(letterHead?.cc, new Set([to, ...own]))
  const bcc = reachable(letterHead?.bcc, new Set([to, ...own, ...cc.map(({ address }) => address)]))
  const known = await memory.chat(request.chat)
  const recent = (known.answered ?? []).filter((time) => time > Date.now() - loop.withinMs)
  if ((known.automatic === true || request.automatic === true) && recent.length >= loop.mails)
    throw refused('blocked', 'LOOP', `${loop.mails} mails went to a machine within ${loop.withinMs / 60_000} minutes`)
  const id = messageIdOf(request.key, from)
  const mail = await compose(ctx, plan, {
    from,
    to,
    cc,
    subject: letterHead?.subject,
    messageId: id,
    reference: await memory.referenceOf(id),
    memory: known,
    automatic: request.automatic === true,
    answers: request.replyTo?.replace(/#[0-9a-f]{16}$/, ''),
    replyTo: ctx.config.plusAddressing ? plussed(from, await memory.tokenFor(request.chat)) : from,
  })
  const missed = await handOver(account, from, [to, ...[...cc, ...bcc].map(({ address }) => address)], mail, signal)
  const turnedAway = new Set(missed.map(({ address }) => address))
  const now = Date.now()
  const after = await memory.chat(request.chat)
  memory.change(request.chat, {
    ...after,
    last: id,
    at: now,
    references: [...(after.references ?? []), ...(after.last === undefined ? [] : [after.last]), id],
    people: [...(after.people ?? []), ...cc.map(({ address }) => address)].filter(
      (address) => !turnedAway.has(address),
    ),
    ...(letterHead?.subject !== undefined && { subject: bareSubject(letterHead.subject) }),
    ...((known.automatic === true || request.automatic === true) && { answered: [...recent, now] }),
  })
  await memory
    .keep()
    .catch((error: unknown) =>
      ctx.log.warn(
        { err: error, connection: ctx.connection },
        'what was sent could not be remembered; the next mail may stand outside its thread',
      ),
    )
  onSent(mail)
  return {
    status: 'sent',
    ids: [mint<ExternalMessageId>(id)],
    at: new Date(now),
    ...(missed.length > 0 && { refused: missed }),
  }
}

/**
 * Others who get a mail, each once and none of those who have it anyway.
 * @throws ChannelError `invalidRecipient` for an address that no mail can be sent to
 */
function reachable(people: LetterHeadPart['cc'] = [], others: ReadonlySet<string>): Person[] {
  const found = new Map(people.map(({ address, name = '' }) => [normaliseAddress(address), name]))
  const [broken] = [...found.keys()].filter((address) => !isAddress(address))
  if (broken !== undefined)
    throw refused('invalidRecipient', 'NO_ADDRESS', `no mail can be sent to ${broken.slice(0, 100)}`)
  return [...found].filter(([address]) => !others.has(address)).map(([address, name]) => ({ address, name }))
}

const plussed = (address: string, token: string): string => `${withoutPlus(address)[0].replace('@', `+${token}@`)}`
