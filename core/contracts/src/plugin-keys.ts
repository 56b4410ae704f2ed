/** The key that called a route of `key` access. */
export interface CallingKey {
  readonly id: string
  /** The holder that the plugin named when it issued the key. */
  readonly holder: string
}

/** A key as it is shown: never the key itself. Instants are ISO 8601. */
export interface PluginKey {
  readonly id: string
  readonly holder: string
  /** The last four characters, by which people tell keys apart. */
  readonly last4: string
  readonly createdAt: string
  /** When it stops being accepted; null for the holder's current one. */
  readonly endsAt: string | null
  /** To the minute; null for a key that nobody has used. */
  readonly lastUsedAt: string | null
}

/** Longest time for which a replaced key is accepted beside the new one, in milliseconds: seven days. */
export const longestKeyOverlapMs = 7 * 24 * 60 * 60_000

/**
 * Keys with which programs call the plugin's `key` routes. A holder is an object of the plugin that the key stands for
 * (an API configuration, a booking page), named by a UUID; it has one current key. Core keeps a hash of a key alone,
 * and writes in the audit trail who issued and revoked one.
 */
export interface PluginKeyPort {
  /**
   * Gives a holder a new key. The text of the key is in this answer and nowhere else, ever: show it once, in a
   * `confidential` route. The keys before it end now, or `overlapMs` from now (a week at most).
   * @throws RangeError for a longer overlap
   */
  issue(
    holder: string,
    options?: { readonly overlapMs?: number },
  ): Promise<{ readonly text: string; readonly key: PluginKey }>
  /** Keys of these holders (200 at most) that are accepted now, newest first. */
  list(holders: readonly string[]): Promise<readonly PluginKey[]>
  /** Ends all keys of a holder at once, on every node. */
  revoke(holder: string): Promise<void>
}
