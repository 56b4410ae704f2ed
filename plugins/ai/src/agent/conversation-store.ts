import type { ContactId, PluginTransaction, TicketId } from '@recado/sdk'
import type { ParameterValues } from '../prompts/parameters.ts'

/** A function with what a model gave it, checked. */
export interface Act {
  readonly name: string
  readonly arguments: ParameterValues
}

/** What came of an act: whether it was done, and what the model reads of it. */
export interface Outcome {
  readonly isDone: boolean
  readonly text: string
}

/** What is done and said in a turn: written down before it is, so that a restart does it once. */
export interface Step {
  /** Functions in the order in which they are done, each with what came of it; null before it is done. */
  readonly acts: readonly (Act & { readonly outcome: Outcome | null })[]
  /** What is sent; null while the model is still asked. */
  readonly say: string | null
  /** Why people get it. */
  readonly handOver: string | null
  /** A function that waits for the customer's yes from now on. */
  readonly asks: Act | null
  /** Titles of what the answer rests on. */
  readonly sources: readonly string[]
  /** What it answers was spoken. */
  readonly isSpoken: boolean
  /** The customer's last message that it answers. */
  readonly heard: string | null
}

export interface Conversation {
  readonly ticketId: TicketId
  readonly contactId: ContactId
  readonly promptId: string
  readonly run: string
  readonly begunBy: string
  readonly turn: number
  /** When it began, ISO 8601. */
  readonly begunAt: string
  readonly step: Step | null
  /** The function for which a yes is awaited. */
  readonly asked: Act | null
  /** The customer's last message that was answered. */
  readonly heard: string | null
}

const columns = `ticket_id as "ticketId", contact_id as "contactId", prompt_id as "promptId", run,
  begun_by as "begunBy", turn, step, asked, heard,
  to_char(begun_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "begunAt"`

export async function findConversation(
  tx: PluginTransaction,
  tenant: string,
  ticketId: TicketId,
): Promise<Conversation | undefined> {
  const [row] = (await tx.query(
    `select ${columns} from plg_ai.conversation where tenant_id = $1 and ticket_id = $2`,
    [tenant, ticketId],
    'object',
  )) as Conversation[]
  return row
}

/** Begins, or begins anew. */
export async function beginConversation(
  tx: PluginTransaction,
  tenant: string,
  { ticketId, contactId, promptId, begunBy }: Pick<Conversation, 'ticketId' | 'contactId' | 'promptId' | 'begunBy'>,
): Promise<void> {
  await tx.query(
    `insert into plg_ai.conversation (tenant_id, ticket_id, contact_id, prompt_id, begun_by)
     values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, ticket_id) do update
       set contact_id = $3, prompt_id = $4, begun_by = $5, run = uuidv7(), turn = 0, step = null, asked = null,
           heard = null, begun_at = now()`,
    [tenant, ticketId, contactId, promptId, begunBy],
    'array',
  )
}

/** False where the turn is over, or the conversation began anew. */
export const writeStep = async (
  tx: PluginTransaction,
  tenant: string,
  { ticketId, run, turn }: Conversation,
  step: Step,
): Promise<boolean> =>
  (
    await tx.query(
      `update plg_ai.conversation set step = $5
        where tenant_id = $1 and ticket_id = $2 and run = $3 and turn = $4 returning 1`,
      [tenant, ticketId, run, turn, step],
      'array',
    )
  ).length > 0

export async function endTurn(
  tx: PluginTransaction,
  tenant: string,
  { ticketId, run, turn }: Conversation,
  { asks, heard }: Step,
): Promise<void> {
  await tx.query(
    `update plg_ai.conversation set step = null, turn = turn + 1, asked = $5, heard = $6
      where tenant_id = $1 and ticket_id = $2 and run = $3 and turn = $4`,
    [tenant, ticketId, run, turn, asks, heard],
    'array',
  )
}

export async function endConversation(tx: PluginTransaction, tenant: string, ticketId: TicketId): Promise<void> {
  await tx.query(`delete from plg_ai.conversation where tenant_id = $1 and ticket_id = $2`, [tenant, ticketId], 'array')
}
