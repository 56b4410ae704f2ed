// @ts-check
import { join, resolve } from 'node:path'
import { createBuilder } from 'vite'
import { server, stale, stamping } from './outputs.mjs'
import { progress, root } from './toolchain.mjs'

/*
 * Builds every stale output, or the named ones of them, one after another in this process: Vite's bundler uses all
 * cores by itself, and a process per package costs twice the time. Runs on the repository's own Node.
 */
const named = process.argv.slice(2)
for (const output of stale().filter(({ name }) => named.length === 0 || named.includes(name))) {
  const began = performance.now()
  const keepStamp = stamping(output)
  try {
    const outDirs = []
    for (const folder of output.configured) outDirs.push(await build(join(root, folder)))
    if (output.name === server.name) outDirs.push(await (await import('./build-server.mjs')).buildServer())
    keepStamp(outDirs)
    progress(`  built ${output.name} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  } catch (error) {
    progress(`${output.name} could not be built: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

/**
 * @param {string} folder
 * @returns {Promise<string>} the folder it wrote
 */
async function build(folder) {
  // Paths in a configuration are meant from where it stands, as when it is built by hand.
  process.chdir(folder)
  const builder = await createBuilder({ configFile: join(folder, 'vite.config.ts'), logLevel: 'warn' }, true)
  const client = builder.environments['client']
  if (!client) throw new Error(`${folder}/vite.config.ts builds nothing for browsers`)
  await builder.build(client)
  return resolve(builder.config.root, client.config.build.outDir)
}
