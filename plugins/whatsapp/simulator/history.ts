import { deflateSync } from 'node:zlib'
import { proto } from 'baileys'

/** A stretch of the past that the account's phone hands over after linking. */
export function historyOf(
  history: proto.IHistorySync,
  facts: { readonly chunk: number; readonly progress: number },
): proto.IMessage {
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: history.syncType ?? null,
        chunkOrder: facts.chunk,
        progress: facts.progress,
        initialHistBootstrapInlinePayload: deflateSync(proto.HistorySync.encode(history).finish()),
      },
    },
  }
}
