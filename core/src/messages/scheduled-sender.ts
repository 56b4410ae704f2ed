import { Refusal, signedText, type ChannelCapabilities, type Logger } from '@recado/contracts'
import { sql } from 'drizzle-orm'
import { requireWindow } from '../channels/service-window.ts'
import { queriesOf, type Tx } from '../db/database.ts'
import { announceOutbound, outboundRefusal, outboundStatements, storedIds, type OutboundNews } from './outbound.ts'
import { asMessages, carried, reworded } from './outgoing.ts'
import type { MessageParts } from '../tables/scheduled-message.table.ts'
import type { ScheduledDeps } from './scheduled-messages.service.ts'
import { onScheduled } from './scheduled-notice.ts'
import { sendingTarget, type SendingTarget } from './sending-target.ts'
import { signatureFor } from './signing.ts'

export interface ScheduledSenderDeps extends Omit<ScheduledDeps, 'feed' | 'bus'>, OutboundNews {
  readonly log: Logger
}
type Due = {
  id: string
  ticket_id: string
  user_id: string
  held: boolean
  messages: MessageParts[]
  is_signed: boolean | null
  reply_to_id: string | null
  id_front: string | null
}

/** Taken at once; more are taken as soon as these are done. */
const batch = 100
/** When something failed that may pass. */
const againMs = 30_000
/**
 * Longest rest while the word of what was stored arrives, and while it may be lost: nothing is later than the latter.
 */
const restMs = 5_000
const restUnheardMs = 1_000
/** Work on what is due takes turns with what else the node does. */
const shortestRestMs = 20

/**
 * Makes messages of due scheduled ones. Any number of nodes may run it: the one that locks the row sends it, and the
 * row is deleted with the message.
 */
export class ScheduledSender {
  readonly #deps: ScheduledSenderDeps
  /** When the next message is due as far as it is known, in the clock's milliseconds. */
  #dueAt = Number.POSITIVE_INFINITY
  constructor(deps: ScheduledSenderDeps) {
    this.#deps = deps
  }

  /** Sends everything that is due now, oldest first. */
  async run(): Promise<void> {
    const { db, clock } = this.#deps
    // Until this has come to its end something may be due.
    this.#dueAt = Number.NEGATIVE_INFINITY
    for (let hasSent = false; ;) {
      const now = clock.now().getTime()
      const coming = await db.raw<{ tenant_id: string; id: string; next_at: Date }[]>`
        select * from core.due_messages(${new Date(now + restMs).toISOString()}, ${batch})`
      const due = coming.filter((row) => row.next_at.getTime() <= now)
      for (const row of due) await this.#send(row.tenant_id, row.id)
      hasSent ||= due.length > 0
      if (due.length === batch) continue
      // Of what was due, some may have been in somebody else's hands.
      const next = coming[due.length]?.next_at.getTime() ?? Number.POSITIVE_INFINITY
      this.#dueAt = hasSent ? Math.min(next, now + restUnheardMs) : next
      return
    }
  }

  /** Milliseconds until the next run: until something is due, as far as that is known. */
  readonly restMs = (): number => {
    const longest = this.#deps.bus.isConnected() ? restMs : restUnheardMs
    const untilDueMs = Math.max(shortestRestMs, this.#dueAt - this.#deps.clock.now().getTime())
    return Math.min(longest, this.#dueAt === Number.NEGATIVE_INFINITY ? restUnheardMs : untilDueMs)
  }

  /**
   * Calls `again` when a message was stored that is due before the next run, to compute its pause again. Answers a
   * function that stops it.
   */
  onStored(again: () => void): () => void {
    return onScheduled(this.#deps.bus, (at) => {
      if (at >= Math.min(this.#dueAt, this.#deps.clock.now().getTime() + restMs)) return
      this.#dueAt = at
      again()
    })
  }

  async #send(tenantId: string, id: string): Promise<void> {
    const { db, feed, log, clock } = this.#deps
    try {
      const sent = await db.tenant(tenantId, async (tx) => {
        const due = await claim(tx, tenantId, id)
        return due && { due, ...(await this.#store(tx, tenantId, due)) }
      })
      if (!sent) return
      // The result of the first attempt is not awaited: other due messages must not wait for a slow provider.
      void announceOutbound(
        this.#deps,
        { tenantId, ticketId: sent.due.ticket_id, target: sent.target, userId: sent.due.user_id },
        sent.ids,
      ).catch((error: unknown) =>
        log.warn(
          { err: error, tenant: tenantId, scheduled: id },
          'a scheduled message could not be announced; its lane sends it all the same',
        ),
      )
    } catch (thrown) {
      const error = outboundRefusal(thrown)
      const code = Refusal.is(error) ? error.code : undefined
      if (code === undefined)
        log.error(
          { err: error, tenant: tenantId, scheduled: id },
          'a scheduled message could not be sent; it is tried again',
        )
      const again = new Date(clock.now().getTime() + againMs).toISOString()
      await db.tenant(tenantId, (tx) =>
        tx.execute(
          code === undefined
            ? sql`
              update core.scheduled_message set next_at = ${again}
               where tenant_id = ${tenantId} and id = ${id} and state = 'pending'`
            : // From here on it is in the list for everybody: a user has to see that it was not sent.
              sql`
                update core.scheduled_message
                   set state = 'failed', held = false, failure = ${JSON.stringify({ code })}::jsonb, updated_at = now()
                 where tenant_id = ${tenantId} and id = ${id} and state = 'pending'`,
        ),
      )
      if (code !== undefined) await feed.scheduled(tenantId, id)
    }
  }

  async #store(tx: Tx, tenantId: string, due: Due): Promise<{ target: SendingTarget; ids: string[] }> {
    const target = await sendingTarget(this.#deps, tenantId, due.ticket_id, { sees: () => true, userId: due.user_id })
    const signature = due.is_signed === null ? null : await signatureFor(this.#deps, tenantId, target, due.is_signed)
    const messages = fitting(
      reworded(due.messages, (words) => signedText(words, signature, target.capabilities.text.signature)),
      target.capabilities,
    )
    await requireWindow(
      this.#deps.db,
      tenantId,
      { ticketId: due.ticket_id },
      target.capabilities,
      messages,
      this.#deps.clock.now(),
    )
    const statements = outboundStatements(queriesOf(tx), {
      tenantId,
      ticketId: due.ticket_id,
      messages,
      author: { userId: due.user_id, sendType: 'chat' },
      replyToId: due.reply_to_id,
      idFront: due.id_front,
      firstId: due.id,
    })
    const answers = []
    for (const statement of statements) answers.push(await statement)
    await tx.execute(sql`delete from core.scheduled_message where tenant_id = ${tenantId} and id = ${due.id}`)
    return { target, ids: storedIds(answers) }
  }
}

async function claim(tx: Tx, tenantId: string, id: string): Promise<Due | undefined> {
  // Locks the ticket first, as deleting one does: two orders would deadlock.
  await tx.execute(sql`
    select 1
      from core.ticket
     where tenant_id = ${tenantId}
       and id = (select ticket_id from core.scheduled_message where tenant_id = ${tenantId} and id = ${id})
     for no key update`)
  const [due] = await tx.execute<Due>(sql`
    select id, ticket_id, user_id, held, messages, is_signed, reply_to_id, id_front
      from core.scheduled_message
     where tenant_id = ${tenantId} and id = ${id} and state = 'pending' for update skip locked`)
  return due
}

/**
 * The conversation may have moved to another channel since: a message that this one cannot carry fails with a reason.
 */
const fitting = (messages: readonly MessageParts[], capabilities: ChannelCapabilities): MessageParts[] =>
  messages.flatMap((parts) =>
    asMessages(
      parts.flatMap((part) => carried(part, capabilities)),
      capabilities,
    ),
  )
