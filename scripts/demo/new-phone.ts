import { randomInt } from 'node:crypto'

/** A mobile number of São Paulo, digits with country code. */
export const newPhone = (): string => `55119${randomInt(60_000_000, 99_999_999)}`
