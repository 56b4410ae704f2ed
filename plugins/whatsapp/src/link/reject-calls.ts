import type { ConnectionContext } from '@recado/sdk'
import type { WASocket } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'

/** Declines calls where the settings say so, and tells the caller in the company's words. */
export function rejectCalls({ config, log, connection }: ConnectionContext<WhatsappConfig>, socket: WASocket): void {
  if (!config.rejectCalls) return
  socket.ev.on('call', (calls) => {
    for (const { id, from, status, offline } of calls) {
      if (status !== 'offer' || offline) continue
      void (async () => {
        await socket.rejectCall(id, from)
        if (config.callMessage) await socket.sendMessage(from, { text: config.callMessage })
      })().catch((error: unknown) => log.info({ err: error, connection }, 'a call could not be declined'))
    }
  })
}
