import { setTimeout as pause } from 'node:timers/promises'
import type { ConnectionContext } from '@recado/sdk'
import { S_WHATSAPP_NET, type WASocket } from 'baileys'

const rhythm = { everyMs: 60_000, answersWithinMs: 20_000 }

/**
 * Asks the server now and then: a line that takes nothing any more looks open for ever. It is made again, never wiped.
 */
export async function watchOver(
  ctx: Pick<ConnectionContext<unknown>, 'log' | 'connection'>,
  socket: WASocket,
  signal: AbortSignal,
  { everyMs, answersWithinMs } = rhythm,
): Promise<void> {
  for (;;) {
    await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    if (signal.aborted) return
    const answer = await socket
      .query(
        { tag: 'iq', attrs: { to: S_WHATSAPP_NET, type: 'get', xmlns: 'w:p' }, content: [{ tag: 'ping', attrs: {} }] },
        answersWithinMs,
      )
      .catch(() => undefined)
    if (answer !== undefined || signal.aborted) continue
    ctx.log.warn({ connection: ctx.connection }, 'WhatsApp does not answer on an open line; it is made again')
    return void socket.end(Object.assign(new Error('no answer'), { output: { statusCode: 408 } }))
  }
}
