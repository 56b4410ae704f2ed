import type { Topics } from '@recado/contracts'
import type { EventBus } from './bus.ts'

/**
 * One token of a topic for any name: everything but letters, digits and hyphens becomes `_` and two hex digits per
 * byte.
 */
const token = (name: string): string =>
  name.replace(/[^A-Za-z0-9-]/gu, (character) => Buffer.from(character).toString('hex').replace(/../g, '_$&')) || '_'

/**
 * Topics that only the given scope shares: `topicsIn(bus, 'weather', tenantId)`, for a connection with its id behind.
 */
export function topicsIn(
  bus: Pick<EventBus, 'emit' | 'on'>,
  ...scope: readonly [plugin: string, tenantId: string, ...further: string[]]
): Topics {
  const prefix = ['plg', ...scope.map(token)].join('.')
  return {
    publish: (name, data) => bus.emit(`${prefix}.t.${token(name)}`, data),
    subscribe: (name, onData) => bus.on(`${prefix}.t.${token(name)}`, onData),
  }
}
