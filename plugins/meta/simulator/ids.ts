import { randomBytes, randomInt } from 'node:crypto'

/** Digits, as of all objects of Meta. */
export const newId = (): string => `${randomInt(1, 10)}${String(randomInt(10 ** 12, 10 ** 13)).padStart(14, '0')}`
export const newMessageId = (): string => `m_${randomBytes(48).toString('base64url')}`
export const newToken = (): string => `EAA${randomBytes(40).toString('hex')}`
