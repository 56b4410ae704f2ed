import * as z from 'zod'

/**
 * The setting that `ChannelSpec.proxyFrom` names, `http:`, `https:` or `socks5:`. Mark it `.meta({ secret: true })`,
 * since it may hold a password.
 */
export const ProxyAddress = z
  .url({ protocol: /^(https?|socks5)$/, hostname: /./, error: 'http://user:password@host:port' })
  .max(500)
