import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circlesOf } from './boundaries/circles.ts'
import { againstCoreLayers, emptyLayers } from './boundaries/core-layers.ts'
import { checkFile, namedPlugins, serverInBrowser } from './boundaries/layers.ts'
import { checkShell } from './boundaries/shell-layers.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const list = (...patterns: string[]) =>
  globSync(patterns, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(typeof path === 'string' ? path : ''),
  })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
const plugins = readdirSync(join(root, 'plugins'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)

describe('the repository', { timeout: 120_000 }, () => {
  it('imports only along the arrows', () => {
    const files = list('{core,sdk,shell,plugins}/**/*.{ts,tsx}')
    expect(files.length).toBeGreaterThan(100)
    expect(files.flatMap((path) => checkFile(path, read(path)))).toEqual([])
  })

  it('imports from above to below in the shell, and never from screen to screen', () => {
    expect(checkShell(new Map(list('shell/src/**/*.{ts,tsx}').map((path) => [path, read(path)])))).toEqual([])
  })

  it('has no files that import each other', () => {
    const files = list('{core,sdk,shell,plugins}/**/*.{ts,tsx}').filter(
      (path) => !/\.(test|itest|rig)\.tsx?$/.test(path),
    )
    const circles = circlesOf(new Map(files.map((path) => [path, read(path)])))
    expect(
      circles.map((circle) => `${circle.join(', ')} import each other: move what they share into a file of its own.`),
    ).toEqual([])
  })

  it('imports in core only from lower layers', () => {
    const files = list('core/src/**/*.ts')
    const folders = files.flatMap((path) => /^core\/src\/([^/]+)\//.exec(path)?.[1] ?? [])
    expect([...emptyLayers(folders), ...files.flatMap((path) => againstCoreLayers(path, read(path)))]).toEqual([])
  })

  it.each(plugins)('%s brings nothing of a server into a browser', (id) => {
    expect(serverInBrowser(new Map(list(`plugins/${id}/**/*.{ts,tsx}`).map((path) => [path, read(path)])))).toEqual([])
  })

  it('names no plugin in core and shell', () => {
    const named = list('core/src/**/*.{ts,sql}', 'shell/{src/**/*.{ts,tsx,css},index.html}')
      .filter((path) => !/\.(test|itest)\.tsx?$/.test(path))
      .flatMap((path) =>
        namedPlugins(path, read(path), plugins).map(
          (id) => `${path} names the plugin ${id}: ask its definition or its manifest instead`,
        ),
      )
    expect(named).toEqual([])
  })

  it.each(plugins)('%s proves itself as those of strangers do', (id) => {
    const path = `plugins/${id}/conformance.test.ts`
    expect(existsSync(join(root, path)), `${path} is missing`).toBe(true)
    expect(read(path), `${path} has to call pluginConformance of @recado/sdk/testing`).toContain('pluginConformance(')
  })

  it('has no file called utils, helpers or misc', () => {
    expect(list('{core,sdk,shell,plugins,tests,scripts}/**/{utils,util,helpers,helper,misc,common}.*')).toEqual([])
  })
})
