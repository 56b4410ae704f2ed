import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type ConnectionContext } from '@recado/sdk'
import type { Api } from '../api/client.ts'
import { Done, Updates } from '../api/results.ts'
import type { TelegramConfig } from '../channel/config.ts'
import { topicsIn } from './topic.ts'
import { eventsOf, wantedUpdates } from './update.ts'

/** Under which a connection remembers the next update it wants. */
const offsetKey = 'updates.offset'
/** Less than any request may take on its way out. */
const holdSeconds = 10
const longestPauseMs = 30_000

/**
 * Fetches updates until `signal` ends it. An update is acknowledged by fetching the next one, which happens only after
 * its events are stored: after an interruption it comes again.
 */
export async function poll(ctx: ConnectionContext<TelegramConfig>, api: Api, signal: AbortSignal): Promise<void> {
  let failures = 0
  let offset = await ctx.state.get<number>(offsetKey)
  while (!signal.aborted) {
    try {
      // After trouble it does not wait for news: that it is over is news enough.
      const updates = await api.call(
        'getUpdates',
        Updates,
        {
          timeout: failures === 0 ? holdSeconds : 0,
          limit: 100,
          allowed_updates: wantedUpdates,
          ...(offset !== undefined && { offset }),
        },
        signal,
      )
      if (failures > 0) ctx.setState({ state: 'connected' })
      failures = 0
      if (updates.length === 0) continue
      for (const { key, value, ttlMs } of updates.flatMap(topicsIn)) await ctx.state.set(key, value, { ttlMs })
      await ctx.emit(updates.flatMap(eventsOf))
      offset = Math.max(...updates.map((update) => update.update_id)) + 1
      await ctx.state.set(offsetKey, offset)
      await Promise.all(updates.map((update) => answerPress(api, update['callback_query'], signal)))
    } catch (error) {
      if (signal.aborted) return
      failures++
      report(ctx, error)
      const wanted = ChannelError.is(error) ? (error.retryAfterMs ?? 0) : 0
      await pause(Math.max(wanted, Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 7))), undefined, {
        signal,
      }).catch(() => undefined)
    }
  }
}

function report(ctx: ConnectionContext<TelegramConfig>, error: unknown): void {
  if (!ChannelError.is(error)) {
    ctx.log.error({ err: error, connection: ctx.connection }, 'updates could not be stored; they are asked for again')
    return
  }
  ctx.log.warn({ connection: ctx.connection, kind: error.kind, code: error.code }, 'asking for updates failed')
  if (error.code === '409') ctx.setState({ state: 'needsAction', reason: 'conflict' })
  else if (error.kind === 'auth') ctx.setState({ state: 'needsAction', reason: 'relogin' })
  else if (error.kind !== 'rateLimited') ctx.setState({ state: 'degraded', code: error.code, message: error.message })
}

/** A button that is not answered keeps turning on the person's screen; nothing else depends on it. */
async function answerPress(api: Api, pressed: unknown, signal: AbortSignal): Promise<void> {
  const id = (pressed as { id?: unknown } | undefined)?.id
  if (typeof id === 'string')
    await api.call('answerCallbackQuery', Done, { callback_query_id: id }, signal).catch(() => undefined)
}
