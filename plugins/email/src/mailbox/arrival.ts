import { createHash } from 'node:crypto'
import {
  mint,
  type ConnectionContext,
  type ExternalChatId,
  type ExternalMessageId,
  type ExternalUserId,
  type InboundEvent,
  type InboundMessage,
} from '@recado/sdk'
import type { ImapFlow } from 'imapflow'
import type { EmailConfig } from '../channel/config.ts'
import { domainOf } from '../letter/address.ts'
import { isVouchedFor } from '../letter/authentic.ts'
import { isAutomatic } from '../letter/automatic.ts'
import { fateOf, namedIn, plainBounce } from '../letter/bounce.ts'
import type { Head } from '../letter/head.ts'
import { isOwn, letterHeadOf } from '../letter/letter-head.ts'
import { loopHeader, loopMark, ownIds } from '../outbound/identity.ts'
import { nobody, writtenBy, type Written } from '../thread/author.ts'
import type { Memory } from '../thread/memory.ts'
import { placeOf } from '../thread/place.ts'
import { bareSubject } from '../thread/subject.ts'
import { contentOf, remote } from './content.ts'
import { fetchTexts, type Mail } from './fetch.ts'
import { wholeFile } from './whole-file.ts'

/** Shared parts of one mailbox's readers. `own` are its addresses, the first one being the sender of its mails. */
export interface Desk {
  readonly ctx: ConnectionContext<EmailConfig>
  readonly memory: Memory
  readonly own: ReadonlySet<string>
}

/** A date that is further from the arrival than this is a clock that is wrong. */
const believableMs = 7 * 86_400_000

type Texts = Awaited<ReturnType<typeof fetchTexts>>

/**
 * Events of a mail. Its changes of the conversation's memory are stored by `memory.keep` once the events are. A mail of
 * our own, or one that has come round, has none.
 */
export async function eventsOf(
  desk: Desk,
  client: ImapFlow,
  mail: Mail,
  validity: string,
  origin: 'live' | 'history',
): Promise<InboundEvent[]> {
  const { own } = desk
  const { head, outline } = mail
  const [address = ''] = own
  if (
    head.all(loopHeader).some((value) => value.trim() === loopMark(address)) ||
    (head.messageId !== undefined && ownIds(address).test(head.messageId))
  )
    return []
  const texts = await fetchTexts(client, mail.uid, [
    ...outline.pieces.flatMap(({ html, plain }) => [html, plain]).filter((leaf) => leaf !== undefined),
    ...outline.reports,
  ])
  const told = await toldOf(desk, mail, texts)
  if (told) return [...told]
  const written = writtenBy(head, own, desk.ctx.config.formReplyTo)
  if (written === undefined) return []
  return [await messageOf(desk, client, mail, texts, validity, origin, written)]
}

async function messageOf(
  { ctx, memory, own }: Desk,
  client: ImapFlow,
  mail: Mail,
  texts: Texts,
  validity: string,
  origin: 'live' | 'history',
  { sender, isSelf, isFrom }: Written,
): Promise<InboundMessage> {
  const { head, outline } = mail
  const { config } = ctx
  const place = isSelf
    ? { chat: mint<ExternalChatId>(sender.address), guest: false }
    : await placeOf(ctx, memory, head, sender, own, isFrom)
  const known = await memory.chat(place.chat)
  const subject = bareSubject(head.subject)
  const automatic = isAutomatic(head, outline.type)
  const at = timeOf(mail, origin)
  const id = await idOf(memory, mail, texts)
  const newSubject = subject !== '' && subject !== known.subject ? head.subject : undefined
  const isKnown = (address: string): boolean => isOwn(own, address) || address === sender.address
  const parts = await contentOf(ctx, client, mail, texts, validity, letterHeadOf(head, newSubject, isKnown))
  if ((known.at ?? 0) <= (at?.getTime() ?? Date.now())) {
    const people =
      place.guest || !isFrom
        ? []
        : head.recipients.map(({ address }) => address).filter((each) => !isOwn(own, each) && each !== place.chat)
    memory.change(place.chat, {
      ...known,
      ...(subject !== '' && (!automatic || known.subject === undefined) && { subject }),
      last: head.messageId ?? id,
      at: at?.getTime() ?? Date.now(),
      automatic,
      references: [
        ...(known.references ?? []),
        ...head.references,
        ...(head.messageId === undefined ? [] : [head.messageId]),
      ],
      people: [...(known.people ?? []), ...people],
      // A person wrote: the exchange between machines is over.
      answered: automatic ? (known.answered ?? []) : [],
    })
  }
  const name = sender.name || (sender === nobody ? '' : sender.address)
  return {
    type: 'message',
    chat: place.chat,
    id,
    at,
    isGroup: false,
    parts,
    origin: isSelf && origin === 'live' ? 'otherDevice' : origin,
    sender: {
      id: mint<ExternalUserId>(isSelf ? [...own][0]! : sender.address),
      isSelf,
      ...(name !== '' && !isSelf && { name }),
      ...(sender !== nobody && !isSelf && { email: sender.address }),
      verified: isFrom && !isSelf && isVouchedFor(head, config.imapHost, config.trustedServer),
    },
    ...(automatic && { automatic: true as const }),
    ...(place.guest && { guest: true as const }),
    ...('replyTo' in place && place.replyTo !== undefined && { replyTo: place.replyTo }),
  }
}

/** The sender's own time where it can be, else the arrival. Old mails may have been moved here long after. */
function timeOf({ head, arrived }: Mail, origin: 'live' | 'history'): Date | null {
  if (!head.date || !arrived) return head.date ?? arrived
  return origin === 'history' || Math.abs(head.date.getTime() - arrived.getTime()) < believableMs ? head.date : arrived
}

/**
 * The Message-ID, or for a mail without one a key that distinguishes it; the same at every reading. People who fill in
 * a form in the same second with the same words differ in whom to answer alone.
 */
async function idOf(memory: Memory, { head, outline }: Mail, texts: Texts): Promise<ExternalMessageId> {
  const [leaf] = outline.pieces.flatMap(({ html, plain }) => [plain ?? html])
  const answered = head.messageId === undefined ? head.replyTo.map(({ address }) => address) : []
  const told = [head.from?.address, head.all('date')[0], head.subject, leaf && texts.get(leaf.part)?.text, ...answered]
  const print = createHash('sha256').update(JSON.stringify(told)).digest('hex').slice(0, 16)
  return mint<ExternalMessageId>(
    head.messageId === undefined ? `no-id.${print}` : await memory.idOf(head.messageId.slice(0, 480), print),
  )
}

/**
 * Events of a report on a mail that we sent: none for a success of an unknown mail. Undefined for any other mail, and
 * for a failure of an unknown one, which a person has to see.
 */
async function toldOf(
  { ctx, memory, own }: Desk,
  { uid, head, outline, arrived }: Mail,
  texts: Texts,
): Promise<readonly InboundEvent[] | undefined> {
  const [address = ''] = own
  const words = outline.pieces
    .flatMap(({ plain, html }) => [plain ?? html])
    .map((leaf) => (leaf ? (texts.get(leaf.part)?.text ?? '') : ''))
    .join('\n')
  const isReport = outline.type === 'multipart/report'
  const isDaemon = /^(mailer-daemon|postmaster)@/i.test(head.from?.address ?? '')
  const reports = outline.reports.map(({ part, type }) => ({ type, text: texts.get(part)?.text ?? '' }))
  const fate = fateOf(reports, words)
  const guessed =
    !fate && isDaemon && !isReport ? plainBounce(`${head.inReplyTo.join(' ')} ${words}`, ownIds(address)) : undefined
  const known = fate ?? guessed
  // Good news among the files of a mail that somebody wrote are no report to us.
  if (!known || (!isReport && known.state !== 'failed')) return undefined
  const named = namedIn(reports, [...head.references, ...head.inReplyTo])
  const proven = (await Promise.all(named.references.map((reference) => memory.idOfReference(reference)))).find(
    (id) => id !== undefined,
  )
  const ids = proven !== undefined ? [proven] : guessed ? [guessed.target] : named.ids
  const target = (await ctx.history.find(ids.map((id) => mint<ExternalMessageId>(id))))?.id
  if (target !== undefined)
    return [{ type: 'receipt', target, state: known.state, at: arrived, ...(known.error && { error: known.error }) }]
  if (known.state === 'failed') return undefined
  ctx.log.info(
    { connection: ctx.connection, uid, state: known.state },
    'a report that all is well with a mail that is not known was passed over',
  )
  return []
}

/** For a mail that cannot be read however often it is tried: it is shown that it came, and kept as a file. */
export function unreadable(
  desk: Desk,
  uid: number,
  validity: string,
  head: Head | undefined,
  code: string,
): InboundMessage {
  const sender = head?.from && !desk.own.has(head.from.address) ? head.from : nobody
  return {
    type: 'message',
    chat: mint<ExternalChatId>(sender.address),
    id: mint<ExternalMessageId>(`unreadable.${validity}.${uid}.${domainOf([...desk.own][0] ?? '')}`),
    at: head?.date ?? null,
    isGroup: false,
    origin: 'live',
    automatic: true,
    sender: {
      id: mint<ExternalUserId>(sender.address),
      isSelf: false,
      verified: false,
      ...(sender.name !== '' && { name: sender.name }),
    },
    parts: [
      {
        kind: 'unsupported',
        note: `${head?.subject ? `${head.subject}: ` : ''}an e-mail that cannot be read (${code})`.slice(0, 500),
      },
      remote(wholeFile(head?.subject ?? '', 0), uid, head?.messageId, validity),
    ],
  }
}
