import { kinds, type BenchDatabase } from './cluster.ts'

/** Companies of a benchmark whose outbox waits, each in another way. */
export const waits = { few: 2, oneChat: 3, manyChats: 4, blocked: 1 } as const
export type Waits = keyof typeof waits

/** Intents that wait in `few`, each in a chat of its own. */
const fewest = 10
const chats = 5_000

/**
 * Fills the outbox with `intents`, a third of them in each company but `few`: in one chat, in 5,000 chats, and in 5,000
 * chats whose first intent is tried again tomorrow. Triggers would make it ten times as long; what they keep is made by
 * one statement.
 */
export async function makeWaiting({ owner }: BenchDatabase, intents: number): Promise<void> {
  const { tenant, connection } = kinds
  const each = Math.floor(intents / 3)
  await owner.begin(async (sql) => {
    await sql`set local session_replication_role = replica`
    await sql`
      insert into core.delivery (id, tenant_id, message_id, connection_id, chat, lane, state, attempt, next_at)
      select uuidv7(), m.tenant_id, m.id, m.connection_id, 'w' || n % w.chats, n,
             case when w.blocked and n <= w.chats then 'retry' else 'queued' end,
             case when w.blocked and n <= w.chats then 1 else 0 end,
             case when w.blocked and n <= w.chats then now() + interval '1 day' else now() end
        from (values
          (${waits.few}::integer, ${fewest}::integer, ${fewest}::integer, false),
          (${waits.oneChat}::integer, ${each}::integer, 1, false),
          (${waits.manyChats}::integer, ${each}::integer, ${chats}::integer, false),
          (${waits.blocked}::integer, ${each}::integer, ${chats}::integer, true)) w (company, intents, chats, blocked)
        cross join lateral (
          select m.id, m.tenant_id, m.connection_id from core.message m
           where m.tenant_id = bench.id(${tenant}, w.company, 0)
             and m.connection_id = bench.id(${connection}, w.company, 0) limit 1) m
        cross join lateral generate_series(1, w.intents) n`
    await sql`
      insert into core.delivery_lane (tenant_id, connection_id, chat, due_at)
      select distinct on (tenant_id, connection_id, chat) tenant_id, connection_id, chat, next_at from core.delivery
       order by tenant_id, connection_id, chat, lane`
  })
  await owner`vacuum analyze core.delivery, core.delivery_lane`
}

/** Stores one more intent in a chat of its own: in a company that is blocked, the only one that can be taken. */
export async function addDue({ owner }: BenchDatabase, company: number): Promise<void> {
  const { tenant } = kinds
  await owner`
    insert into core.delivery (id, tenant_id, message_id, connection_id, chat)
    select uuidv7(), m.tenant_id, m.id, m.connection_id, 'zz' from core.message m
     where m.tenant_id = bench.id(${tenant}, ${company}::integer, 0) limit 1`
}
