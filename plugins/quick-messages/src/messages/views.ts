import { mint, type MediaId, type Queue, type QueueId, type SessionContext } from '@recado/sdk'
import type { drizzleOn } from '@recado/sdk/server'
import { partsOf } from './part-store.ts'
import type { PartRow, QuickMessageRow } from './quick-message.table.ts'
import type { QuickMessage, QuickMessageFile } from './quick-message.ts'
import { mayWrite } from './scope.ts'

/** Time for which the address of a file is valid, in milliseconds. */
const fileLinkTtlMs = 3_600_000

/** A message as the database has it, with its parts in their order. */
export interface StoredMessage {
  readonly row: QuickMessageRow
  readonly parts: readonly PartRow[]
}

/** The same messages with their parts: one query for all of them. */
export async function withParts(
  tx: ReturnType<typeof drizzleOn>,
  ctx: SessionContext,
  rows: readonly QuickMessageRow[],
): Promise<StoredMessage[]> {
  const parts = Map.groupBy(
    await partsOf(
      tx,
      ctx.tenant,
      rows.map(({ id }) => id),
    ),
    ({ messageId }) => messageId,
  )
  return rows.map((row) => ({ row, parts: parts.get(row.id) ?? [] }))
}

/** Queue names are asked for only when a message has a queue. */
export async function viewsOf(messages: readonly StoredMessage[], ctx: SessionContext): Promise<QuickMessage[]> {
  const queues = messages.some(({ row }) => row.queueId !== null) ? await ctx.core.queues.list() : []
  return messages.map((message) => viewOf(message, queues, ctx))
}

function viewOf({ row, parts }: StoredMessage, queues: readonly Queue[], ctx: SessionContext): QuickMessage {
  const shown = parts.map((part) => ({ id: part.id, text: part.text, file: fileOf(part, ctx) }))
  return {
    id: row.id,
    key: row.key,
    message: shown[0]?.text ?? '',
    scope: row.scope,
    queueId: row.queueId as QueueId | null,
    queue: queues.find(({ id }) => id === row.queueId)?.queue ?? null,
    file: shown[0]?.file ?? null,
    parts: shown,
    editable: mayWrite(ctx.viewer, row.scope),
    updatedAt: new Date(row.updatedAt).toISOString(),
  }
}

const fileOf = (part: PartRow, ctx: SessionContext): QuickMessageFile | null =>
  part.mediaId === null
    ? null
    : {
        name: part.mediaName ?? 'file',
        mime: part.mediaMime!,
        bytes: part.mediaBytes!,
        url: ctx.media.sign(mint<MediaId>(part.mediaId), fileLinkTtlMs),
      }
