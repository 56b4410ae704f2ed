import { ChannelError, type PluginContext } from '@recado/contracts'
import { once } from 'node:events'
import { connect } from 'node:net'
import { hostMatches } from './routed-fetch.ts'

/** TCP connections to routed hosts, as `connect` of a context opens them; the requested port is kept. */
export const lineThrough =
  (routes: Readonly<Record<string, string>>): PluginContext['connect'] =>
  async (host, port, signal) => {
    const socket = connect({ host: routedHost(routes, host), port, ...(signal && { signal }) })
    try {
      await once(socket, 'connect')
    } catch (error) {
      throw unreachable(String((error as { code?: unknown }).code), `${host} cannot be reached`)
    }
    return socket.on('error', () => undefined)
  }

const unreachable = (code: string, message: string): ChannelError =>
  new ChannelError({ kind: 'network', code, message, certain: true })

/** @throws ChannelError for a host that is not routed */
export function routedHost(routes: Readonly<Record<string, string>>, host: string): string {
  const route = Object.entries(routes).find(([pattern]) => hostMatches(host, pattern))
  if (!route) throw unreachable('EGRESS_REFUSED', 'the host is not among those declared')
  return route[1] === '' ? host : new URL(route[1]).hostname
}
