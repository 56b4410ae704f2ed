import { Refusal, type SessionContext, type TicketId } from '@recado/sdk'
import { accountNumber, numberOf } from '../numbers/numbers.ts'
import { instantOf, rows } from '../account.ts'
import { refusal } from '../errors.ts'
import { inboxOf } from '../inboxes/inbox.ts'
import { mostNotes, mostTokens, type MadeToken, type Overview, type ProgramNote, type ShownToken } from './company.ts'

interface AttemptRow {
  readonly connection_id: string
  readonly at: string
  readonly status: number | null
  readonly failed_at: string | null
  readonly failed_detail: string | null
}

const readTokens = (ctx: Pick<SessionContext, 'db' | 'tenant'>): Promise<{ id: string; name: string }[]> =>
  rows(ctx, 'select id, name from plg_chatwoot_api.access_token where tenant_id = $1 order by id')

/** `GET /overview`. */
export async function overview(_request: unknown, ctx: SessionContext): Promise<Overview> {
  const [accountId, stored, connections, attempts] = await Promise.all([
    accountNumber(ctx),
    readTokens(ctx),
    ctx.connections.list(),
    rows<AttemptRow>(
      ctx,
      'select connection_id, at, status, failed_at, failed_detail from plg_chatwoot_api.attempt where tenant_id = $1',
    ),
  ])
  const keys = await ctx.core.keys.list(stored.map(({ id }) => id))
  return {
    accountId,
    baseUrl: ctx.publicUrl?.origin ?? null,
    tokens: stored.flatMap(({ id, name }): ShownToken[] => {
      const key = keys.find(({ holder }) => holder === id)
      return key ? [{ id, name, last4: key.last4, createdAt: key.createdAt, lastUsedAt: key.lastUsedAt }] : []
    }),
    inboxes: await Promise.all(
      connections.map(async ({ id, name, isActive }) => {
        const [number, inbox] = await Promise.all([numberOf(ctx, 'inbox', id), inboxOf(ctx, id)])
        const attempt = attempts.find(({ connection_id }) => connection_id === id)
        return {
          id,
          number,
          name,
          isActive,
          webhookUrl: inbox?.config.webhookUrl ?? null,
          last: attempt ? { at: instantOf(attempt.at), status: attempt.status } : null,
          failure: attempt?.failed_at
            ? { at: instantOf(attempt.failed_at), detail: attempt.failed_detail ?? '' }
            : null,
        }
      }),
    ),
  }
}

/** `POST /tokens`. */
export async function makeToken({ body }: { body: { name: string } }, ctx: SessionContext): Promise<MadeToken> {
  if ((await readTokens(ctx)).length >= mostTokens) throw refusal('ERR_CHATWOOT_TOKEN_LIMIT', { limit: mostTokens })
  const [made] = await rows<{ id: string }>(
    ctx,
    'insert into plg_chatwoot_api.access_token (tenant_id, name) values ($1, $2) returning id',
    [body.name],
  )
  const { text } = await ctx.core.keys.issue(made!.id)
  return { token: text, id: made!.id }
}

/** `DELETE /tokens/{id}`. */
export async function removeToken(
  { params }: { params: { id: string } },
  ctx: SessionContext,
): Promise<{ message: string }> {
  if (!(await readTokens(ctx)).some(({ id }) => id === params.id)) throw refusal('ERR_CHATWOOT_TOKEN_NOT_FOUND')
  // In this order: a token without its row is refused all the same.
  await ctx.core.keys.revoke(params.id)
  await rows(ctx, 'delete from plg_chatwoot_api.access_token where tenant_id = $1 and id = $2', [params.id])
  return { message: 'Access token deleted' }
}

interface NoteRow {
  readonly id: string
  readonly body: string
  readonly created_at: string
  readonly program: string | null
}

/** `GET /tickets/{ticketId}/notes`. @throws Refusal ERR_NO_TICKET_FOUND, for one that the user may not see too */
export async function notes(
  { params, query }: { params: { ticketId: TicketId }; query: { since?: string | undefined } },
  ctx: SessionContext,
): Promise<ProgramNote[]> {
  const [ticket] = await ctx.core.tickets.visibleTo(ctx.viewer, [params.ticketId])
  if (!ticket) throw new Refusal('ERR_NO_TICKET_FOUND')
  const found = await rows<NoteRow>(
    ctx,
    `select n.id, n.body, n.created_at, t.name as program from plg_chatwoot_api.note n
       left join plg_chatwoot_api.access_token t on t.tenant_id = n.tenant_id and t.id = n.holder
      where n.tenant_id = $1 and n.ticket_id = $2 and ($3::timestamptz is null or n.created_at >= $3::timestamptz)
      order by n.created_at desc limit ${mostNotes}`,
    [ticket.id, query.since ?? null],
  )
  return found.map(({ id, body, created_at, program }) => ({
    id,
    program: program ?? '',
    text: body,
    at: instantOf(created_at),
  }))
}
