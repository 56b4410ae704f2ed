/** What is known of people and groups while a message is read. Pure: filled in before. */
export interface Facts {
  /** The connection's own account. */
  readonly self: { readonly pn?: string | undefined; readonly lid?: string | undefined }
  /** Whether what is published, as a status or in a channel of WhatsApp, is read; it is passed over unless said so. */
  readonly readsUpdates?: boolean
  /** The phone number behind an id that does not tell it, as a JID. */
  phoneOf(lid: string): string | undefined
  /** Title of a group. */
  titleOf(group: string): string | undefined
  /** Name that somebody shows of themselves. */
  nameOf(jid: string): string | undefined
}

/** Facts of somebody who knows nobody yet. */
export const noFacts: Facts = {
  self: {},
  phoneOf: () => undefined,
  titleOf: () => undefined,
  nameOf: () => undefined,
}
