import { createHmac } from 'node:crypto'

/** 360dialog signs nothing; it repeats the headers that were registered with the address. */
export const dialog360Header = 'x-recado-webhook'
/** Follows from the API key, so that every node knows it. */
export const dialog360Secret = (apiKey: string): string =>
  createHmac('sha256', apiKey).update('recado webhook').digest('base64url')
