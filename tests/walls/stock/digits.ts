import { randomBytes } from 'node:crypto'

/** A phone number that nobody else has. */
export const digits = (): string =>
  String(BigInt(`0x${randomBytes(6).toString('hex')}`))
    .padStart(13, '1')
    .slice(0, 13)
