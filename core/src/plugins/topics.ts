import type { Topics } from '@recado/contracts'
import type { EventBus } from '../bus/bus.ts'

/** One token of a topic, whatever the name holds: separators and wildcards of the carrier are escaped. */
const token = (name: string): string => encodeURIComponent(name).replace(/[.*!'()~]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Topics that only the given scope shares: `topicsIn(bus, 'webchat', tenantId)`, for a connection with its id behind. */
export function topicsIn(bus: Pick<EventBus, 'emit' | 'on'>, ...scope: readonly [plugin: string, tenantId: string, ...further: string[]]): Topics {
  const prefix = ['plg', ...scope.map(token)].join('.')
  return {
    publish: (name, data) => bus.emit(`${prefix}.t.${token(name)}`, data),
    subscribe: (name, onData) => bus.on(`${prefix}.t.${token(name)}`, onData),
  }
}
