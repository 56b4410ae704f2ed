import { ChannelError, mint, type ExternalMessageId, type SendRequest, type SendResult } from '@recado/sdk'
import type { Account } from '../account/credentials.ts'
import { domainOf, isAddress, normaliseAddress, withoutPlus } from '../letter/address.ts'
import type { Desk } from '../mailbox/arrival.ts'
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
  const known = await memory.chat(request.chat)
  const recent = (known.answered ?? []).filter((time) => time > Date.now() - loop.withinMs)
  if ((known.automatic === true || request.automatic === true) && recent.length >= loop.mails)
    throw refused('blocked', 'LOOP', `${loop.mails} mails went to a machine within ${loop.withinMs / 60_000} minutes`)
  const id = messageIdOf(request.key, from)
  const mail = await compose(ctx, plan, {
    from,
    to,
    messageId: id,
    reference: await memory.referenceOf(id),
    memory: known,
    automatic: request.automatic === true,
    answers: request.replyTo?.replace(/#[0-9a-f]{16}$/, ''),
    replyTo: ctx.config.plusAddressing ? plussed(from, await memory.tokenFor(request.chat)) : from,
  })
  await handOver(account, from, to, mail, signal)
  const now = Date.now()
  const after = await memory.chat(request.chat)
  memory.change(request.chat, {
    ...after,
    last: id,
    at: now,
    references: [...(after.references ?? []), ...(after.last === undefined ? [] : [after.last]), id],
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
  return { status: 'sent', ids: [mint<ExternalMessageId>(id)], at: new Date(now) }
}

const plussed = (address: string, token: string): string => `${withoutPlus(address)[0].replace('@', `+${token}@`)}`
