import type { Context } from './context.ts'
import { filesOf, forgetUnsent, unsentFiles } from './messages/file-store.ts'
import { deleteMessages, olderMessages } from './messages/message-store.ts'

const dayMs = 24 * 60 * 60_000
/** Messages that are deleted at once. */
const atOnce = 500

/** Messages older than the company keeps them go in the night after something was written, or the time was set. */
export async function scheduleSweep({ settings, enqueue }: Pick<Context, 'settings' | 'enqueue'>): Promise<void> {
  if (settings.keepDays === 0) return
  const tomorrow = new Date((Math.floor(Date.now() / dayMs) + 1) * dayMs)
  // The same key all day: the job is there once.
  await enqueue('sweep', {}, { runAt: tomorrow, key: `sweep-${tomorrow.toISOString().slice(0, 10)}` })
}

/**
 * Deletes what is too old with its files, and comes back the next night while anything is kept for a time only. A
 * message takes its thread along. Files are let go first, so that none is left behind by a crash between the two.
 */
export async function sweep(_data: unknown, ctx: Context): Promise<void> {
  const { db, tenant, media, settings, signal } = ctx
  if (settings.keepDays === 0) return
  for (let left = atOnce; left === atOnce;) {
    signal.throwIfAborted()
    const old = await db.transaction((tx) => olderMessages(tx, tenant, settings.keepDays, atOnce))
    await media.release(await db.transaction((tx) => filesOf(tx, tenant, old)))
    await db.transaction((tx) => deleteMessages(tx, tenant, old))
    left = old.length
  }
  const unsent = await db.transaction((tx) => unsentFiles(tx, tenant))
  await media.release(unsent)
  await db.transaction((tx) => forgetUnsent(tx, tenant, unsent))
  await scheduleSweep(ctx)
}
