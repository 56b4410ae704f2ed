// @ts-check
import { join, resolve } from 'node:path'
import { createBuilder } from 'vite'
import { stale, stamping } from './outputs.mjs'
import { progress, root } from './toolchain.mjs'

/*
 * Builds every stale output, one after another in this process: Vite's bundler uses all cores by itself, and a process
 * per package costs twice the time. Runs on the repository's own Node.
 */
for (const output of stale()) {
  const began = performance.now()
  const folder = join(root, output.name)
  const keepStamp = stamping(output)
  // Configurations may speak of the folder they stand in, as they do when started by hand.
  process.chdir(folder)
  const builder = await createBuilder({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' }, true)
  const client = builder.environments['client']
  if (!client) throw new Error(`${output.name}/vite.config.ts has nothing to build`)
  try {
    await builder.build(client)
  } catch (error) {
    progress(`${output.name} could not be built: ${error instanceof Error ? error.message : String(error)}`)
    process.exit(1)
  }
  keepStamp(resolve(folder, client.config.build.outDir))
  progress(`  built ${output.name} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}
