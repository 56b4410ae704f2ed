import type { InboundReceipt, ReceiptState } from '@recado/sdk'
import type { MessageUserReceiptUpdate, WAMessageUpdate } from 'baileys'
import { timeOf } from './message.ts'
import { idOf } from './message-id.ts'

/** WhatsApp's states of a message of ours. */
const states: Readonly<Record<number, ReceiptState>> = { 2: 'sent', 3: 'delivered', 4: 'read', 5: 'played' }
const failedStatus = 0

/** Refusals of the server after which sending again makes it worse. */
const words: Readonly<Record<string, string>> = {
  463: 'WhatsApp does not let this number start conversations now',
  479: 'WhatsApp refused the address of this conversation',
}

/** The receipt of an update of a message of ours; none where it is about something else. */
export function receiptsOf({ key, update }: WAMessageUpdate): InboundReceipt[] {
  const { status } = update
  if (!key.fromMe || !key.id || typeof status !== 'number') return []
  const at = timeOf(update.messageTimestamp)
  if (status === failedStatus) {
    const code = String(update.messageStubParameters?.[0] ?? 'ERROR').slice(0, 60)
    const message = words[code] ?? `WhatsApp refused the message (${code})`
    return [
      {
        type: 'receipt',
        target: idOf(key),
        state: 'failed',
        error: { kind: 'blocked', code, message, certain: true },
        at,
      },
    ]
  }
  const state = states[status]
  return state === undefined ? [] : [{ type: 'receipt', target: idOf(key), state, at }]
}

/**
 * In a group each member tells for themselves. The first one shows that the message has arrived; that one has read it
 * does not mean that everybody has.
 */
export function groupReceiptsOf({ key, receipt }: MessageUserReceiptUpdate): InboundReceipt[] {
  const told = receipt.receiptTimestamp ?? receipt.readTimestamp ?? receipt.playedTimestamp
  if (!key.fromMe || !key.id || !told) return []
  return [{ type: 'receipt', target: idOf(key), state: 'delivered', at: timeOf(told) }]
}
