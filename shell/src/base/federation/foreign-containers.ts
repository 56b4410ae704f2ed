import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import type { SharedPackage } from './shared-packages.ts'

type Federation = ReturnType<typeof createInstance>
let started: Promise<Federation> | undefined

/** The federation runtime with all packages of the page: which of them a container takes is unknown here. */
async function start(packages: Readonly<Record<string, SharedPackage>>): Promise<Federation> {
  const libraries = await Promise.all(
    Object.entries(packages).map(async ([id, { version, load }]) => ({ id, version, library: await load() })),
  )
  const globals = globalThis as Record<string | symbol, unknown>
  // Containers that another bundler built without a runtime of their own look for it here.
  globals['_FEDERATION_RUNTIME_CORE'] ??= runtimeCore
  // Containers of an SDK before 1.29 take packages from here, and add none once another container has been here.
  const taken = Symbol.for('@recado/sdk/shared')
  const all = Object.fromEntries(libraries.map(({ id, library }) => [id, library]))
  globals[taken] = { ...(globals[taken] as object), ...all }
  return createInstance({
    name: 'shell',
    remotes: [],
    shared: Object.fromEntries(
      libraries.map(({ id, version, library }) => [
        id,
        { version, lib: () => library, shareConfig: { singleton: true, requiredVersion: false as const } },
      ]),
    ),
  })
}

/**
 * Loads the panels module of a container that another federation build made, or an SDK before 1.29.
 *
 * @param isAgain whether an earlier attempt at the same name failed
 */
export async function loadForeignPanels(
  packages: Readonly<Record<string, SharedPackage>>,
  name: string,
  entry: string,
  isAgain: boolean,
): Promise<unknown> {
  const federation = await (started ??= start(packages))
  federation.registerRemotes([{ name, entry, type: 'module' }], { force: isAgain })
  return federation.loadRemote(`${name}/panels`)
}
