import * as z from 'zod'

/** Receipts of a provider about an outgoing message, in their normal order. */
export const receiptStates = ['accepted', 'sent', 'delivered', 'read', 'played', 'failed'] as const
/**
 * One state of a receipt, from accepted by the provider to played by the person, or failed. {@link advanceReceipt}
 * folds them.
 */
export const ReceiptState = z.enum(receiptStates)
export type ReceiptState = z.infer<typeof ReceiptState>

const rank: Record<ReceiptState, number> = { failed: 0, accepted: 1, sent: 2, delivered: 3, read: 4, played: 5 }

/**
 * Folds one receipt into what is known. Receipts arrive late, twice and out of order; a status never goes back.
 * Returns `undefined` when nothing changes, so that no event is published. A delivered message cannot fail any more;
 * a failed one that is then reported as delivered did arrive.
 */
export function advanceReceipt(current: ReceiptState | undefined, next: ReceiptState): ReceiptState | undefined {
  if (current === undefined) return next
  if (current === next) return undefined
  if (next === 'failed') return rank[current] < rank.delivered ? 'failed' : undefined
  if (current === 'failed') return rank[next] >= rank.delivered ? next : undefined
  return rank[next] > rank[current] ? next : undefined
}
