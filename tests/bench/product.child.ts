import { mkdirSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createApp } from '../../core/src/app.ts'
import { rolesOf } from '../../core/src/db/roles.ts'
import { createRateLimiter, defaultBudgets, type RateBudgets } from '../../core/src/http/rate.ts'
import { ResponderDispatch } from '../../core/src/responders/responder-dispatch.ts'
import { housePlugins } from '../harness/house-plugins.ts'
import { hookPlugin } from '../harness/plugin-folder.ts'
import { secret } from './cluster.ts'
import type { NodeArguments } from './program.ts'
import { given, serve } from './serve.ts'

/**
 * Everything is counted as in production; the limits alone are out of reach, because one address asks for all
 * companies.
 */
const budgets = Object.fromEntries(
  Object.entries(defaultBudgets).map(([name, keys]) => [
    name,
    Object.fromEntries(Object.entries(keys).map(([key, budget]) => [key, { ...budget, points: 1e9 }])),
  ]),
) as RateBudgets

const say = (facts: object, message?: string): void =>
  void process.stderr.write(`${message} ${JSON.stringify(facts)}\n`)
const { installation, asShipped, withoutResponders, ...options } = given<NodeArguments>()
const plugins = join(options.dataDir, 'plugins')
mkdirSync(plugins)
symlinkSync(hookPlugin, join(plugins, basename(hookPlugin)))
if (withoutResponders) {
  ResponderDispatch.prototype.start = () => Promise.resolve()
  ResponderDispatch.prototype.sweep = () => Promise.resolve()
}
const app = await createApp({
  ...options,
  secret,
  roles: rolesOf(installation),
  host: '127.0.0.1',
  port: 0,
  version: '0.0.0',
  rate: createRateLimiter(budgets),
  // Providers of the benchmark stand on this machine.
  egress: { allow: ['127.0.0.0/8'] },
  pluginFolders: [...(asShipped ? [housePlugins] : []), plugins],
  log: { debug: () => undefined, info: () => undefined, warn: say as never, error: say as never },
})
serve({ port: app.port }, () => app.close())
