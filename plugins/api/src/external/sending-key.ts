import { createHash } from 'node:crypto'

const hex = /^api-([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})-[0-9a-f]{24}$/

/**
 * The key of a message that a program sends: the same for what is repeated. Two programs may use the same word; the
 * message tells by it whose it is.
 */
export const sendingKey = (configuration: string, repeat: string): string =>
  `api-${configuration.replaceAll('-', '')}-${createHash('sha256').update(repeat).digest('hex').slice(0, 24)}`

/** The configuration that a message was sent by; undefined for what no program sent. */
export const configurationOfKey = (key: string): string | undefined => hex.exec(key)?.slice(1).join('-')
