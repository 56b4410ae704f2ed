import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Weakening } from './node.ts'

/*
 * Loaded before the product (`node --import`): puts another module in the place of one of its own. The other one may
 * import the original, and usually exports all of it but one thing.
 */

const repository = join(import.meta.dirname, '..', '..')
const address = (path: string): string => pathToFileURL(join(repository, path)).href
const { module, by } = JSON.parse(process.env['RECADO_WEAKENED']!) as Weakening
const [original, weakened] = [address(module), address(by)]

registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return found.url === original && context.parentURL !== weakened ? { ...found, url: weakened } : found
  },
})
