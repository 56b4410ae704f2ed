import { deflateSync } from 'node:zlib'
import { proto } from 'baileys'
import type { Files } from './files.ts'
import { encryptMedia } from './media.ts'

/**
 * A stretch of the past that the account's phone hands over after linking: the first one comes along, the others lie
 * encrypted among the files.
 */
export function historyOf(
  history: proto.IHistorySync,
  facts: { readonly chunk: number; readonly progress: number; readonly files: Files; readonly question?: string },
): proto.IMessage {
  const packed = deflateSync(proto.HistorySync.encode(history).finish())
  return {
    protocolMessage: {
      type: proto.Message.ProtocolMessage.Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: {
        syncType: history.syncType ?? null,
        chunkOrder: facts.chunk,
        progress: facts.progress,
        ...(facts.question !== undefined && { peerDataRequestSessionId: facts.question }),
        ...(history.syncType === proto.HistorySync.HistorySyncType.INITIAL_BOOTSTRAP
          ? { initialHistBootstrapInlinePayload: packed }
          : elsewhere(packed, facts.files)),
      },
    },
  }
}

function elsewhere(packed: Uint8Array, files: Files): proto.Message.IHistorySyncNotification {
  const { encrypted, ...keys } = encryptMedia(packed, 'md-msg-hist')
  return { ...keys, directPath: files.keep(encrypted) }
}
