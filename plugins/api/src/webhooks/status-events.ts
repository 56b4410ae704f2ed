import type { PluginImplementation } from '@recado/sdk'
import { readConfigurations } from '../configurations/configuration-store.ts'
import { configurationOfKey } from '../external/sending-key.ts'
import type { plugin } from '../plugin.ts'
import { signingSecret } from './signing-secret.ts'

type Handlers = PluginImplementation<typeof plugin>['on']

/** Tells programs how the messages that they sent, and the connections that they send through, come along (S3-028). */
export const on: Handlers = {
  async messageStatus({ ticketId, messageId, connectionId, status }, ctx, event) {
    const all = await ctx.db.transaction((tx) => readConfigurations(tx, ctx.tenant))
    const told = all.filter((one) => one.isActive && one.urlMessageStatus && one.sessionId === connectionId)
    if (told.length === 0) return
    const message = await ctx.core.messages.get(messageId)
    const sender = told.find(({ id }) => id === configurationOfKey(message?.idFront ?? ''))
    if (!sender) return
    await ctx.core.webhooks.send({
      url: sender.urlMessageStatus!,
      secret: await signingSecret(ctx, sender.id),
      type: 'message.status',
      data: { apiId: sender.id, messageId, ticketId, status },
      key: event.id,
      order: messageId,
    })
  },
  async connectionStatus({ connectionId, status }, ctx, event) {
    const all = await ctx.db.transaction((tx) => readConfigurations(tx, ctx.tenant))
    for (const { id, isActive, sessionId, urlServiceStatus } of all) {
      if (!isActive || !urlServiceStatus || sessionId !== connectionId) continue
      await ctx.core.webhooks.send({
        url: urlServiceStatus,
        secret: await signingSecret(ctx, id),
        type: 'session.status',
        data: { apiId: id, sessionId, status },
        key: `${event.id}/${id}`,
        order: id,
      })
    }
  },
}
