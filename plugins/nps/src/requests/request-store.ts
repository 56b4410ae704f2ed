import type { PluginTransaction } from '@recado/sdk'
import type { SurveyKind } from '../survey/kind.ts'
import type { RequestState, Step, SurveyText, Terms } from '../survey/request-state.ts'

/** What was agreed at the beginning, with the messages as they were then. */
export type AgreedTerms = Terms & { readonly texts: Readonly<Record<SurveyText, string>> }

/** Whom and about what a request asks. */
export interface RequestSubject {
  readonly surveyId: string
  readonly kind: SurveyKind
  readonly cause: string
  readonly ticketId: string
  readonly contactId: string
  readonly connectionId: string
  readonly queueId: string | null
  readonly userId: string | null
}
export interface StoredRequest extends RequestSubject {
  readonly id: string
  readonly terms: AgreedTerms
  readonly state: RequestState
  readonly todo: readonly Step[]
}

const columns = `id, survey_id as "surveyId", kind, cause, ticket_id as "ticketId", contact_id as "contactId",
  connection_id as "connectionId", queue_id as "queueId", user_id as "userId", terms, state, todo`

/**
 * Writes a new request down. Undefined where the same cause has asked already, the ticket has one, or the contact was
 * asked within `restDays`: requests of a contact begin one after the other.
 */
export async function insertRequest(
  tx: PluginTransaction,
  tenantId: string,
  subject: RequestSubject,
  {
    terms,
    state,
    steps,
    restDays,
  }: { terms: AgreedTerms; state: RequestState; steps: readonly Step[]; restDays: number },
): Promise<string | undefined> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('request:' || $1::text || $2::text, 0))`,
    [tenantId, subject.contactId],
    'array',
  )
  const [row] = await tx.query(
    `insert into plg_nps.request (tenant_id, survey_id, kind, cause, ticket_id, contact_id, connection_id, queue_id,
            user_id, terms, state, todo, deadline)
     select $1::uuid, $2::uuid, $3, $4, $5::uuid, $6::uuid, $7::uuid, $8::uuid, $9::uuid, $10::jsonb, $11::jsonb,
            $12::jsonb, $13::timestamptz
      where $14::integer = 0 or not exists (
            select from plg_nps.request r where r.tenant_id = $1::uuid and r.contact_id = $6::uuid
               and r.asked_at > now() - $14::integer * interval '1 day' and r.outcome is distinct from 'undelivered')
     on conflict do nothing returning id`,
    [
      tenantId,
      subject.surveyId,
      subject.kind,
      subject.cause,
      subject.ticketId,
      subject.contactId,
      subject.connectionId,
      subject.queueId,
      subject.userId,
      JSON.stringify(terms),
      JSON.stringify(state),
      JSON.stringify(steps),
      state.deadline,
      restDays,
    ],
    'object',
  )
  return (row as { id: string } | undefined)?.id
}

/** With `lock` nobody else changes it until the transaction ends. */
export async function readRequest(
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  { lock = false } = {},
): Promise<StoredRequest | undefined> {
  const [row] = await tx.query(
    `select ${columns} from plg_nps.request where tenant_id = $1 and id = $2 ${lock ? 'for update' : ''}`,
    [tenantId, id],
    'object',
  )
  return row as StoredRequest | undefined
}

/** The request of a ticket that has not ended. */
export async function liveRequestOf(
  tx: PluginTransaction,
  tenantId: string,
  ticketId: string,
): Promise<string | undefined> {
  const [row] = await tx.query(
    `select id from plg_nps.request where tenant_id = $1 and ticket_id = $2 and phase <> 'ended'`,
    [tenantId, ticketId],
    'object',
  )
  return (row as { id: string } | undefined)?.id
}

/** The request that a reply is about: the one that has read it, is under way, or has not done all of its end. */
export async function requestOfReply(
  tx: PluginTransaction,
  tenantId: string,
  ticketId: string,
  messageId: string,
): Promise<Pick<StoredRequest, 'id' | 'state'> | undefined> {
  const [row] = await tx.query(
    `select id, state from plg_nps.request
      where tenant_id = $1 and ticket_id = $2
        and (phase <> 'ended' or todo <> '[]' or state -> 'read' @> to_jsonb(array[$3::text]))
      order by state -> 'read' @> to_jsonb(array[$3::text]) desc, asked_at desc limit 1`,
    [tenantId, ticketId, messageId],
    'object',
  )
  return row as Pick<StoredRequest, 'id' | 'state'> | undefined
}

export const saveRequest = async (
  tx: PluginTransaction,
  tenantId: string,
  id: string,
  { state, todo }: Pick<StoredRequest, 'state' | 'todo'>,
): Promise<void> => {
  await tx.query(
    `update plg_nps.request set state = $3::jsonb, todo = $4::jsonb, deadline = $5::timestamptz
      where tenant_id = $1 and id = $2`,
    [tenantId, id, JSON.stringify(state), JSON.stringify(todo), state.deadline],
    'array',
  )
}

/** Requests that should have ended by then, 100 at most. */
export const lateRequests = async (
  tx: PluginTransaction,
  tenantId: string,
  before: Date,
): Promise<ReadonlyArray<{ readonly id: string; readonly deadline: string }>> =>
  (await tx.query(
    `select id, state ->> 'deadline' as deadline from plg_nps.request
      where tenant_id = $1 and phase <> 'ended' and deadline < $2::timestamptz order by deadline limit 100`,
    [tenantId, before.toISOString()],
    'object',
  )) as { id: string; deadline: string }[]
