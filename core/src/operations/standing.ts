import type { ConsumerStanding, NodeStanding } from '@recado/contracts'

/** Counts over all companies end here: further counting costs more than anybody wants to know. "At least so many". */
export const countedAtMost = 10_000

/** A consumer as the bus knows it, which does not know the nodes. */
export type StoredConsumer = Omit<ConsumerStanding, 'node'>
/** A node with the duties that it could have. */
export type AbleNode = NodeStanding & { readonly able: readonly string[] }
