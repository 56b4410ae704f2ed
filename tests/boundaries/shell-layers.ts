import { posix } from 'node:path'
import { knotsOf } from './knots.ts'
import { readSource } from './syntax.ts'

interface ShellLayer {
  readonly name: string
  /** What belongs here, as the sentence of a refusal says it. */
  readonly holds: string
}

/** The layers of `shell/src`, from below: a file imports from its own layer and from those before it. */
export const shellLayers: readonly ShellLayer[] = [
  { name: 'base', holds: 'what knows no concept of the product: HTTP, session, words, forms, keys' },
  { name: 'data', holds: 'queries, caches and pushes, a folder per concept' },
  { name: 'parts', holds: 'widgets that several screens draw, a folder per concept' },
  { name: 'screens', holds: 'a folder per screen or per area of screens' },
  { name: 'app', holds: 'router, frame and start' },
]

const root = 'shell/src/'
/** Stand beside the layers: another program, and what tests draw screens with. */
const besideLayers = ['service-worker', 'testing']
const isTest = /\.(test|rig)\.tsx?$/

/**
 * Sentences about imports of `shell/src` against the order of its layers, about screens that import each other, and
 * about circles of folders within a layer. `files` are texts by path from the root of the repository. Tests may import
 * whatever they prove.
 */
export function checkShell(files: ReadonlyMap<string, string>): string[] {
  const complaints: string[] = []
  const foldersOf = new Map<string, Set<string>>()

  for (const [path, text] of files) {
    if (!path.startsWith(root) || isTest.test(path)) continue
    const from = placeOf(path)
    if (!from) {
      if (!besideLayers.some((folder) => path.startsWith(`${root}${folder}/`)))
        complaints.push(`${path} is in no layer: move it to ${shellLayers.map(({ name }) => name).join(', ')}.`)
      continue
    }
    for (const { specifier, line } of readSource(path, text).imports) {
      if (!specifier.startsWith('.')) continue
      const target = posix.normalize(posix.join(posix.dirname(path), specifier.replace(/\?\w+$/, '')))
      const to = placeOf(target)
      if (!to) continue
      if (to.rank > from.rank)
        complaints.push(
          `${path}:${line} ${from.layer} may not import '${specifier}' of ${to.layer}: move what both need to ` +
            `${from.layer} or below (${shellLayers[from.rank]!.holds}), or hand it in from above.`,
        )
      else if (from.layer === 'screens' && to.layer === 'screens' && from.folder !== to.folder)
        complaints.push(
          `${path}:${line} a screen may not import '${specifier}' of the screen ${to.folder}: move what both draw to ` +
            'shell/src/parts, what both ask for to shell/src/data, and lead to the other screen by its address.',
        )
      else if (to.layer === from.layer && to.folder !== from.folder)
        add(foldersOf, `${root}${from.layer}/${from.folder}`, `${root}${to.layer}/${to.folder}`)
    }
  }
  for (const circle of knotsOf(foldersOf))
    complaints.push(`The folders ${circle.join(', ')} import each other: move what they share to a folder below them.`)
  return complaints
}

function placeOf(path: string): { layer: string; rank: number; folder: string } | undefined {
  if (!path.startsWith(root)) return undefined
  const [layer = '', ...rest] = path.slice(root.length).split('/')
  const rank = shellLayers.findIndex(({ name }) => name === layer)
  return rank < 0 ? undefined : { layer, rank, folder: rest.length > 1 ? rest[0]! : '' }
}

const add = (graph: Map<string, Set<string>>, from: string, to: string): void => {
  const known = graph.get(from)
  if (known) known.add(to)
  else graph.set(from, new Set([to]))
}
