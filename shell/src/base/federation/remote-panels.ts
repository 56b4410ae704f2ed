import { createInstance } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import type { PanelPlugin } from './panel-plugin.ts'
import { sharedPackages } from './shared-packages.ts'

// Containers that another bundler built without a runtime of their own look for it here.
const globals = globalThis as Record<string, unknown>
globals['_FEDERATION_RUNTIME_CORE'] ??= runtimeCore

const federation = createInstance({ name: 'shell', remotes: [], shared: sharedPackages })

/**
 * The name carries version and address: two builds of one plugin may meet in a page that stayed open over an update.
 */
const remoteName = (plugin: PanelPlugin): string =>
  `plugin_${plugin.id}_${plugin.version}_${plugin.remote.entry}`.replace(/\W/g, '_')

/**
 * Loads the panels module of a plugin. A module URL that failed once fails for good in its page, and so do the chunks
 * below it; a later attempt therefore goes through a path of its own (`/plugins/<id>/~1/…`), which the server reads as
 * if `~1` were not there.
 */
export function loadRemotePanels(plugin: PanelPlugin, attempt: number): Promise<unknown> {
  const name = remoteName(plugin)
  const entry =
    attempt === 0 ? plugin.remote.entry : plugin.remote.entry.replace(/[^/]*$/, (file) => `~${attempt}/${file}`)
  if (attempt === 0) for (const file of plugin.remote.preload) preloadModule(file)
  federation.registerRemotes([{ name, entry: new URL(entry, document.baseURI).href, type: 'module' }], {
    force: attempt > 0,
  })
  return federation.loadRemote(`${name}/panels`)
}

function preloadModule(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
