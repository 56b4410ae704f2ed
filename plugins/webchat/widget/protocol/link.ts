/** The part of a `MessageEvent` that says who speaks. */
export interface Speaker {
  readonly source: unknown
  readonly origin: string
}

/**
 * Whether a message comes from exactly that window, showing exactly that site. A frame that navigated away is not it
 * any more.
 */
export const isFrom = (event: Speaker, peer: unknown, origin: string): boolean =>
  peer !== null &&
  peer !== undefined &&
  event.source === peer &&
  origin !== '' &&
  origin !== 'null' &&
  event.origin === origin
