import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'

/*
 * Loaded before the product (`--import`): notes which packages it loads, and writes them as JSON into the file that
 * RECADO_LOADED_PACKAGES names when the process ends.
 */
const packages = new Set<string>()
registerHooks({
  load(url, context, next) {
    const found = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(url)?.[1]
    if (found !== undefined) packages.add(found)
    return next(url, context)
  },
})
process.once('exit', () => writeFileSync(process.env['RECADO_LOADED_PACKAGES']!, JSON.stringify([...packages])))
