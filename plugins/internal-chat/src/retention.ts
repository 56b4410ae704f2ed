import type { Context } from './context.ts'
import { deleteOlder } from './messages/message-store.ts'

const dayMs = 24 * 60 * 60_000

/** Messages older than the company keeps them go in the night after something was written. */
export async function scheduleSweep({ settings, enqueue }: Pick<Context, 'settings' | 'enqueue'>): Promise<void> {
  if (settings.keepDays === 0) return
  const tomorrow = new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs)
  // The same key all day: the job is there once.
  await enqueue('sweep', {}, { runAt: tomorrow, key: `sweep-${tomorrow.toISOString().slice(0, 10)}` })
}

/** Deletes what is too old, and comes back the next night while anything is kept for a time only. */
export async function sweep(_data: unknown, ctx: Context): Promise<void> {
  const { keepDays } = ctx.settings
  if (keepDays === 0) return
  await ctx.db.transaction((tx) => deleteOlder(tx, ctx.tenant, keepDays))
  await scheduleSweep(ctx)
}
