import type { MessageId, PluginTransaction, TicketId } from '@recado/sdk'
import * as z from 'zod'

/** Words of a message beside its own: what was spoken, or the same in another language. */
export const Words = z.object({
  messageId: z.uuid(),
  /**
   * `sources`: what an answer of the agent rests on, a title a line. `written`: what somebody of the team wrote before
   * it was translated and sent.
   */
  kind: z.enum(['transcript', 'translation', 'sources', 'written']),
  state: z.enum(['pending', 'done', 'failed']),
  /** A language as the provider or the model named it. */
  language: z.string().nullable(),
  fromLanguage: z.string().nullable(),
  text: z.string(),
  /** The code of what failed; it has a sentence in namespace `errors`. */
  failure: z.string().nullable(),
})
export type Words = z.infer<typeof Words>
export type WordsKind = Words['kind']

/** Messages of a ticket whose words are shown. */
const mostOfTicket = 500

const columns = `message_id as "messageId", kind, state, language, from_language as "fromLanguage", text, failure`

export const readWordsOf = async (tx: PluginTransaction, tenant: string, ticket: TicketId): Promise<Words[]> =>
  (await tx.query(
    `select ${columns} from plg_ai.words where tenant_id = $1 and ticket_id = $2 order by at desc limit $3`,
    [tenant, ticket, mostOfTicket],
    'object',
  )) as Words[]

export async function readWords(
  tx: PluginTransaction,
  tenant: string,
  message: MessageId,
  kind: WordsKind,
): Promise<Words | undefined> {
  const [row] = (await tx.query(
    `select ${columns} from plg_ai.words where tenant_id = $1 and message_id = $2 and kind = $3`,
    [tenant, message, kind],
    'object',
  )) as Words[]
  return row
}

export interface AboutMessage {
  readonly messageId: MessageId
  readonly ticketId: TicketId
  readonly contactId: string
}

/** Says that words are being made. False where they are there, or are being made by somebody for a minute at most. */
export async function beginWords(
  tx: PluginTransaction,
  tenant: string,
  { messageId, ticketId, contactId }: AboutMessage,
  kind: WordsKind,
  isAgain: boolean,
): Promise<boolean> {
  const rows = await tx.query(
    `insert into plg_ai.words as w (tenant_id, message_id, kind, ticket_id, contact_id) values ($1, $2, $3, $4, $5)
     on conflict (tenant_id, message_id, kind) do update
       set state = 'pending', failure = null, at = now()
     where w.state = 'failed' or w.state = 'pending' and w.at < now() - interval '1 minute'
        or w.state = 'done' and $6::boolean
     returning 1`,
    [tenant, messageId, kind, ticketId, contactId, isAgain],
    'array',
  )
  return rows.length > 0
}

export async function endWords(
  tx: PluginTransaction,
  tenant: string,
  message: MessageId,
  kind: WordsKind,
  made: Partial<Pick<Words, 'text' | 'language' | 'fromLanguage'>> & { readonly failure?: string },
): Promise<void> {
  await tx.query(
    `update plg_ai.words set state = $4, text = $5, language = $6, from_language = $7, failure = $8
      where tenant_id = $1 and message_id = $2 and kind = $3`,
    [
      tenant,
      message,
      kind,
      made.failure === undefined ? 'done' : 'failed',
      (made.text ?? '').slice(0, 200_000),
      made.language?.slice(0, 20) ?? null,
      made.fromLanguage?.slice(0, 20) ?? null,
      made.failure ?? null,
    ],
    'array',
  )
}

/** Forgets words that were begun and are not needed. */
export async function dropWords(
  tx: PluginTransaction,
  tenant: string,
  message: MessageId,
  kind: WordsKind,
): Promise<void> {
  await tx.query(
    'delete from plg_ai.words where tenant_id = $1 and message_id = $2 and kind = $3',
    [tenant, message, kind],
    'array',
  )
}

/** Keeps words that are there already beside their message: what an answer rests on, what was written. */
export async function putWords(
  tx: PluginTransaction,
  tenant: string,
  { messageId, ticketId, contactId }: AboutMessage,
  kind: 'sources' | 'written',
  text: string,
): Promise<void> {
  await tx.query(
    `insert into plg_ai.words (tenant_id, message_id, kind, ticket_id, contact_id, state, text)
     values ($1, $2, $3, $4, $5, 'done', $6) on conflict (tenant_id, message_id, kind) do nothing`,
    [tenant, messageId, kind, ticketId, contactId, text],
    'array',
  )
}
