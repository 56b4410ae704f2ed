import { createHmac } from 'node:crypto'

/** The hub signs nothing; it repeats the headers that were given with the address. */
export const proofHeader = 'x-recado-webhook'
/** Follows from the token, so that every node knows it. */
export const proofOf = (token: string): string => createHmac('sha256', token).update('recado hub').digest('base64url')
