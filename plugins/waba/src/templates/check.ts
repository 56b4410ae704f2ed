import { ChannelError, Refusal, type PluginContext } from '@recado/sdk'
import { applyProvider } from './apply.ts'
import type { Jobs } from './jobs.ts'
import { withProvider } from './provider-call.ts'
import { readTemplate } from './template-api.ts'
import { isDeciding } from './template-kinds.ts'
import { readRow } from './template-store.ts'
import type { TemplateRow } from './template.table.ts'

/** Minutes until the provider is asked again; the last one repeats. Most decisions take minutes, some a day. */
const pauses = [1, 2, 5, 15, 30, 60] as const
/** Longer than the provider takes: then a person asks. */
const checks = 60

/** Asks later how a template stands, as long as nothing is decided. Asking once more replaces what was planned. */
export async function checkLater(
  ctx: Pick<PluginContext<Jobs>, 'enqueue'>,
  { id, status }: Pick<TemplateRow, 'id' | 'status'>,
  done: number,
): Promise<void> {
  if (!isDeciding(status) || done >= checks) return
  await ctx.enqueue(
    'templateCheck',
    { id, done },
    { key: `template-check:${id}`, runAt: new Date(Date.now() + (pauses[done] ?? pauses.at(-1)!) * 60_000) },
  )
}

/** Undefined for a template that was deleted meanwhile. */
const knownRow = (ctx: PluginContext<Jobs>, id: string): Promise<TemplateRow | undefined> =>
  readRow(ctx, id).catch((error: unknown) => {
    if (Refusal.is(error)) return undefined
    throw error
  })

/** One check. A failed one is repeated later; a missing template is not checked again. */
export async function checkTemplate(
  { id, done }: { id: string; done: number },
  ctx: PluginContext<Jobs>,
): Promise<void> {
  const row = await knownRow(ctx, id)
  if (!row || row.wabaId === null || !isDeciding(row.status)) return
  const known = { ...row, id: row.wabaId }
  try {
    const found = await withProvider(ctx, row.connectionId, ({ api }) => readTemplate(api, known, ctx.signal))
    await checkLater(ctx, await applyProvider(ctx, row, found), done + 1)
  } catch (error) {
    if (!ChannelError.is(error) && !Refusal.is(error)) throw error
    ctx.log.warn({ template: id, code: error.code }, 'the provider cannot say how a template stands')
    await checkLater(ctx, row, done + 1)
  }
}

/** Brings a template up to what the provider has now; a failure that may pass is tried again with the job. */
export async function readAnew({ id }: { id: string }, ctx: PluginContext<Jobs>): Promise<void> {
  const row = await knownRow(ctx, id)
  if (!row || row.wabaId === null) return
  const known = { ...row, id: row.wabaId }
  try {
    const found = await withProvider(ctx, row.connectionId, ({ api }) => readTemplate(api, known, ctx.signal))
    await checkLater(ctx, await applyProvider(ctx, row, found), 0)
  } catch (error) {
    // A connection that is switched off reads its templates with its next import.
    if (!Refusal.is(error)) throw error
  }
}
