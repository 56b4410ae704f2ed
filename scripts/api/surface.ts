import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { emit, folderOf, packages } from '../packages/emit.ts'
import { readDeclarations, type Declaration, type Declarations, type Origin } from './declarations.ts'

/**
 * Something that can be imported: what it is declared as, and what its documentation says, wherever among its
 * declarations.
 */
export interface Export {
  readonly declarations: readonly Declaration[]
  readonly doc: string | undefined
}

/** One entry of the SDK: what can be imported from it, and what that refers to without being exported. */
export interface Entry {
  /** `@recado/sdk/server`. */
  readonly name: string
  readonly exports: ReadonlyMap<string, Export>
  /** Declarations that no entry exports and that these exports cannot be understood without. */
  readonly hidden: ReadonlyMap<string, readonly Declaration[]>
}

let surface: readonly Entry[] | undefined
/**
 * The public surface of the SDK, read from the declarations that its packages are published with. Emitted once for a
 * process.
 */
export const sdkSurface = (): readonly Entry[] => (surface ??= readSurface())

function readSurface(): readonly Entry[] {
  const folder = mkdtempSync(join(tmpdir(), 'recado-api-'))
  try {
    const roots = Object.fromEntries(['@recado/contracts', '@recado/sdk'].map((name) => [name, join(folder, name)]))
    for (const [name, root] of Object.entries(roots)) emit(packages[name as keyof typeof packages], root)
    return new Surface(roots).entries()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Place {
  readonly path: string
  readonly declarations: readonly Declaration[]
}

class Surface {
  readonly #roots: Readonly<Record<string, string>>
  readonly #modules = new Map<string, Declarations>()
  constructor(roots: Readonly<Record<string, string>>) {
    this.#roots = roots
  }

  entries(): Entry[] {
    const { exports } = JSON.parse(readFileSync(join(folderOf(packages['@recado/sdk']), 'package.json'), 'utf8')) as {
      exports: Record<string, string>
    }
    const places = Object.entries(exports)
      .filter(([, file]) => /\.tsx?$/.test(file))
      .map(([name, file]) => {
        const path = join(this.#roots['@recado/sdk']!, file.replace('./src/', '').replace(/\.tsx?$/, '.d.ts'))
        return {
          name: name.replace('.', '@recado/sdk'),
          path,
          found: new Map(
            this.#names(path)
              .sort()
              .map((exported) => [exported, this.#resolve(path, exported)!]),
          ),
        }
      })
    const isPublic = new Set(
      places.flatMap(({ found }) => [...found.values()].flatMap(({ declarations }) => declarations)),
    )
    return places.map(({ name, path, found }) => {
      const shown = new Map(
        [...found].map(([exported, place]) => [
          exported,
          {
            ...place,
            declarations: this.#isType(path, exported)
              ? place.declarations.filter(({ kind }) => kind !== 'const' && kind !== 'function')
              : place.declarations,
          },
        ]),
      )
      return {
        name,
        hidden: this.#hidden([...shown.values()], isPublic),
        exports: new Map(
          [...shown].map(([exported, { declarations }]) => [
            exported,
            { declarations, doc: found.get(exported)!.declarations.find(({ doc }) => doc !== undefined)?.doc },
          ]),
        ),
      }
    })
  }

  /** Whether an entry gives a name as a type alone, although it is a value too. */
  #isType(path: string, exported: string): boolean {
    const target = this.#module(path).exported.get(exported)
    return typeof target === 'object' && target.typeOnly
  }

  #module(path: string): Declarations {
    const known = this.#modules.get(path) ?? readDeclarations(path)
    this.#modules.set(path, known)
    return known
  }

  /** The file that a specifier means; undefined for packages that are not ours. */
  #file(from: string, source: string): string | undefined {
    if (source.startsWith('.')) return join(dirname(from), source.replace(/\.js$/, '.d.ts'))
    return source === '@recado/contracts' ? join(this.#roots[source]!, 'index.d.ts') : undefined
  }

  #names(path: string): string[] {
    const { exported, stars } = this.#module(path)
    return [
      ...exported.keys(),
      ...stars.flatMap((source) => {
        const file = this.#file(path, source)
        return file === undefined ? [] : this.#names(file)
      }),
    ]
  }

  #resolve(path: string, exported: string): Place | undefined {
    const module = this.#module(path)
    const target = module.exported.get(exported)
    if (target !== undefined) return this.#follow(path, target)
    for (const source of module.stars) {
      const file = this.#file(path, source)
      const found = file === undefined ? undefined : this.#resolve(file, exported)
      if (found) return found
    }
    return undefined
  }

  /** Where a name of this module, or of another one, is declared. */
  #follow(path: string, target: string | Origin): Place | undefined {
    if (typeof target !== 'string') {
      const file = this.#file(path, target.source)
      return file === undefined ? undefined : this.#resolve(file, target.name)
    }
    const { declared, imported } = this.#module(path)
    const here = declared.get(target)
    if (here) return { path, declarations: here }
    const origin = imported.get(target)
    return origin && this.#follow(path, origin)
  }

  #hidden(shown: readonly Place[], isPublic: ReadonlySet<Declaration>): Map<string, readonly Declaration[]> {
    const found = new Map<string, readonly Declaration[]>()
    const waiting = [...shown]
    for (let place = waiting.pop(); place; place = waiting.pop()) {
      for (const name of place.declarations.flatMap(({ uses }) => [...uses])) {
        const used = this.#follow(place.path, name)
        const [first] = used?.declarations ?? []
        if (!used || !first || isPublic.has(first) || found.get(first.name) === used.declarations) continue
        found.set(first.name, used.declarations)
        waiting.push(used)
      }
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)))
  }
}
