import * as z from 'zod'

/** The setting that `ChannelSpec.proxyFrom` names: mark it `.meta({ secret: true })`, since it may hold a password. */
export const ProxyAddress = z.url({ protocol: /^https?$/, error: 'http://user:password@host:port' }).max(500)
