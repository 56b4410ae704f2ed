import { randomInt } from 'node:crypto'

/** As Meta's ids of accounts, apps, numbers and files look. */
export const newId = (): string => String(randomInt(100_000_000_000, 281_000_000_000_000))
