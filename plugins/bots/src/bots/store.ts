import { unlessTaken, type drizzleOn } from '@recado/sdk/server'
import { and, asc, count, eq } from 'drizzle-orm'
import { refusal } from '../errors.ts'
import type { Bot, BotDraft } from './bot.ts'
import { mostBots } from './bot.ts'
import { bots } from './bot.table.ts'

export type Tx = ReturnType<typeof drizzleOn>

const botOf = ({ tenantId: _tenant, ...bot }: typeof bots.$inferSelect): Bot => bot

const nameTaken = (because: ErrorOptions) => refusal('ERR_BOT_EXISTS', {}, because)

export const listBots = async (tx: Tx, tenantId: string): Promise<Bot[]> =>
  (await tx.select().from(bots).where(eq(bots.tenantId, tenantId)).orderBy(asc(bots.name)).limit(mostBots)).map(botOf)

export async function findBot(tx: Tx, tenantId: string, id: string): Promise<Bot | undefined> {
  const [row] = await tx
    .select()
    .from(bots)
    .where(and(eq(bots.tenantId, tenantId), eq(bots.id, id)))
  return row && botOf(row)
}

export async function countActive(tx: Tx, tenantId: string): Promise<number> {
  const [row] = await tx
    .select({ active: count() })
    .from(bots)
    .where(and(eq(bots.tenantId, tenantId), eq(bots.active, true)))
  return row?.active ?? 0
}

/** @throws Refusal ERR_BOT_EXISTS */
export async function insertBot(tx: Tx, tenantId: string, draft: BotDraft): Promise<Bot> {
  const [row] = await unlessTaken(
    tx
      .insert(bots)
      .values({ tenantId, ...draft })
      .returning(),
    nameTaken,
  )
  return botOf(row!)
}

/** @throws Refusal ERR_NO_BOT_FOUND, ERR_BOT_EXISTS */
export async function updateBot(tx: Tx, tenantId: string, id: string, draft: BotDraft): Promise<Bot> {
  const [row] = await unlessTaken(
    tx
      .update(bots)
      .set(draft)
      .where(and(eq(bots.tenantId, tenantId), eq(bots.id, id)))
      .returning(),
    nameTaken,
  )
  if (!row) throw refusal('ERR_NO_BOT_FOUND')
  return botOf(row)
}

/** @throws Refusal ERR_NO_BOT_FOUND */
export async function deleteBot(tx: Tx, tenantId: string, id: string): Promise<void> {
  const [row] = await tx
    .delete(bots)
    .where(and(eq(bots.tenantId, tenantId), eq(bots.id, id)))
    .returning({ id: bots.id })
  if (!row) throw refusal('ERR_NO_BOT_FOUND')
}
