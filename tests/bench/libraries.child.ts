import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/*
 * Node with nothing, or, asked for `libraries`, with the packages that core loads at its start. They are found as core
 * finds them.
 */
const libraries = [
  '@hono/node-server',
  '@prometheus-io/client',
  'altcha-lib',
  'drizzle-orm',
  'drizzle-orm/pg-core',
  'drizzle-orm/postgres-js',
  'graphile-worker',
  'hono',
  'ipaddr.js',
  'jose',
  'libphonenumber-js/min',
  'pg',
  'pino',
  'postgres',
  'rate-limiter-flexible',
  'reflect-metadata',
  'semver',
  'socket.io',
  'tsyringe',
  'uuid',
  'zod',
]
if (process.argv[2] === 'libraries') {
  const { resolve } = createRequire(join(import.meta.dirname, '..', '..', 'core', 'package.json'))
  // tsyringe asks for reflect-metadata when it is loaded: one after the other, in this order.
  for (const name of libraries) await import(pathToFileURL(resolve(name)).href)
}
setInterval(() => undefined, 60_000)
process.once('SIGTERM', () => process.exit(0))
process.stdout.write('ready\n')
