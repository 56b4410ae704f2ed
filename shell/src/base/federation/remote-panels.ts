import type { PanelPlugin } from './panel-plugin.ts'
import { sharedPackages } from './shared-packages.ts'

/** A federation container: it takes packages from a share scope, and gives a factory for each of its modules. */
interface Container {
  init(scope: Record<string, Record<string, { get(): Promise<() => object> }>>): Promise<void>
  get(module: string): Promise<() => unknown>
}

/**
 * The name carries version and address: two builds of one plugin may meet in a page that stayed open over an update.
 */
const remoteName = (plugin: PanelPlugin): string =>
  `plugin_${plugin.id}_${plugin.version}_${plugin.remote.entry}`.replace(/\W/g, '_')

/**
 * Loads the panels module of a plugin. A container of the SDK's preset says what it takes from the page and is called
 * directly; for any other one the federation runtime is fetched (decision 006). A module URL that failed once fails for
 * good in its page, and so do the chunks below it; a later attempt therefore goes through a path of its own
 * (`/plugins/<id>/~1/…`), which the server reads as if `~1` were not there.
 */
export async function loadRemotePanels(plugin: PanelPlugin, attempt: number): Promise<unknown> {
  const { shared, preload } = plugin.remote
  const path =
    attempt === 0 ? plugin.remote.entry : plugin.remote.entry.replace(/[^/]*$/, (file) => `~${attempt}/${file}`)
  const entry = new URL(path, document.baseURI).href
  if (attempt === 0) for (const file of preload) preloadModule(file)
  if (!shared) {
    const { loadForeignPanels } = await import('./foreign-containers.ts')
    return loadForeignPanels(sharedPackages, remoteName(plugin), entry, attempt > 0)
  }
  const [container, scope] = await Promise.all([
    import(/* @vite-ignore */ entry) as Promise<Container>,
    scopeOf(shared),
  ])
  await container.init(scope)
  return (await container.get('./panels'))()
}

/** The share scope of these packages; one that the page does not have is left out, and missed by the container. */
async function scopeOf(shared: readonly string[]): Promise<Parameters<Container['init']>[0]> {
  const entries = shared.flatMap((id) => {
    const known = sharedPackages[id]
    return known ? [{ id, ...known }] : []
  })
  return Object.fromEntries(
    await Promise.all(
      entries.map(async ({ id, version, load }) => {
        const library = await load()
        return [id, { [version]: { get: async () => () => library } }] as const
      }),
    ),
  )
}

function preloadModule(href: string): void {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = href
  document.head.append(link)
}
