import type { BotAnswer } from '@recado/sdk'
import { and, asc, eq, sql } from 'drizzle-orm'
import { conversations, heard } from '../bots/bot.table.ts'
import type { Tx } from '../bots/store.ts'

export type Conversation = typeof conversations.$inferSelect
export type Heard = Pick<typeof heard.$inferSelect, 'text' | 'choice' | 'messageId'>

const ofTicket = (tenantId: string, ticketId: string) =>
  and(eq(conversations.tenantId, tenantId), eq(conversations.ticketId, ticketId))

export async function findConversation(tx: Tx, tenantId: string, ticketId: string): Promise<Conversation | undefined> {
  const [row] = await tx.select().from(conversations).where(ofTicket(tenantId, ticketId)).for('update')
  return row
}

/** Erases what is there of a ticket. */
export async function endConversation(tx: Tx, tenantId: string, ticketId: string): Promise<void> {
  await tx.delete(heard).where(and(eq(heard.tenantId, tenantId), eq(heard.ticketId, ticketId)))
  await tx.delete(conversations).where(ofTicket(tenantId, ticketId))
}

/** Begins anew, whatever was there. */
export async function beginConversation(
  tx: Tx,
  row: Pick<Conversation, 'tenantId' | 'ticketId' | 'contactId' | 'botId' | 'begunBy'>,
): Promise<void> {
  await endConversation(tx, row.tenantId, row.ticketId)
  await tx.insert(conversations).values(row)
}

/** Keeps what a contact said, once. */
export async function hear(
  tx: Tx,
  row: Heard & { readonly tenantId: string; readonly ticketId: string; readonly key: string },
): Promise<void> {
  await tx.insert(heard).values(row).onConflictDoNothing()
}

const waiting = (tenantId: string, ticketId: string) =>
  and(eq(heard.tenantId, tenantId), eq(heard.ticketId, ticketId), eq(heard.isHanded, false))

/** What was said and is not handed on yet, in order. */
export const readHeard = (tx: Tx, tenantId: string, ticketId: string): Promise<Heard[]> =>
  tx
    .select({ text: heard.text, choice: heard.choice, messageId: heard.messageId })
    .from(heard)
    .where(waiting(tenantId, ticketId))
    .orderBy(asc(heard.position))

/** One conversation is asked once at a time: from `idle`, with everything that was said. */
export async function beginAsking(tx: Tx, { tenantId, ticketId }: Conversation): Promise<void> {
  await tx.update(heard).set({ isHanded: true }).where(waiting(tenantId, ticketId))
  await tx
    .update(conversations)
    .set({ step: 'asking', turn: sql`${conversations.turn} + 1` as never })
    .where(ofTicket(tenantId, ticketId))
}

export async function beginSaying(tx: Tx, { tenantId, ticketId }: Conversation, answer: BotAnswer): Promise<void> {
  await tx
    .update(conversations)
    .set({ step: 'saying', hasBegun: true, answer, said: 0, question: answer.asks })
    .where(ofTicket(tenantId, ticketId))
}

export async function markSaid(tx: Tx, { tenantId, ticketId, run }: Conversation, said: number): Promise<void> {
  await tx
    .update(conversations)
    .set({ said })
    .where(and(ofTicket(tenantId, ticketId), eq(conversations.run, run)))
}

export async function waitForContact(tx: Tx, { tenantId, ticketId }: Conversation): Promise<void> {
  await tx.update(conversations).set({ step: 'idle', answer: null }).where(ofTicket(tenantId, ticketId))
}
