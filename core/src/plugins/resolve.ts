import { claimKey, type PathClaim } from '@recado/contracts'
import { satisfies, validRange } from 'semver'
import { PluginFault } from './fault.ts'
import { claimablePathTrees, reservedPages, reservedPageTrees, reservedPathRoots } from './reserved.ts'

/** Facts of a plugin for resolving: plain data, taken from its definition. */
export interface Candidate {
  readonly id: string
  readonly version: string
  readonly host: string
  readonly requires: Readonly<Record<string, string>>
  readonly claims: readonly PathClaim[]
  readonly pages: readonly string[]
  readonly channelTypes: readonly string[]
  readonly errors: readonly string[]
}

/** Facts of the product for resolving: the contract's version and the paths that core serves. */
export interface House {
  readonly contractVersion: string
  readonly routes: readonly PathClaim[]
}

export interface Resolution {
  /** Ids that may start, each after everything it requires. */
  readonly order: readonly string[]
  readonly refused: ReadonlyMap<string, PluginFault>
}

/**
 * Decides which plugins fit together. Pure, and independent of the order of its input: of two plugins that claim the
 * same thing, the one that comes first in the order of requirements, then of the alphabet, has it.
 *
 * @param broken plugins that did not get this far, so that what requires them can name the cause
 */
export function resolve(
  candidates: readonly Candidate[],
  house: House,
  broken: ReadonlyMap<string, PluginFault> = new Map(),
): Resolution {
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]))
  const refused = new Map<string, PluginFault>()
  const order: string[] = []
  const claims = new Map(house.routes.map((route) => [claimKey(route), 'core']))
  const pages = new Map(reservedPages.map((page) => [page, 'core']))
  const channelTypes = new Map<string, string>()
  const errors = new Map<string, string>()

  const faultOf = (candidate: Candidate): PluginFault | undefined =>
    hostFault(candidate, house.contractVersion) ??
    requirementFault(candidate, byId, new Map([...broken, ...refused])) ??
    claimFault(candidate, claims) ??
    takenFault(candidate.pages, pages, (page, owner) => `its page ${page} is already taken by ${owner}`) ??
    pageTreeFault(candidate) ??
    takenFault(
      candidate.channelTypes,
      channelTypes,
      (type, owner) => `its channel type ${type} is already provided by ${owner}`,
    ) ??
    takenFault(candidate.errors, errors, (code, owner) => `its error code ${code} is already declared by ${owner}`)

  const { sorted, circular } = sortByRequirement(byId)
  for (const [id, fault] of circular) refused.set(id, fault)
  for (const candidate of sorted) {
    const fault = faultOf(candidate)
    if (fault) {
      refused.set(candidate.id, fault)
      continue
    }
    for (const claim of candidate.claims) claims.set(claimKey(claim), candidate.id)
    for (const page of candidate.pages) pages.set(page, candidate.id)
    for (const type of candidate.channelTypes) channelTypes.set(type, candidate.id)
    for (const code of candidate.errors) errors.set(code, candidate.id)
    order.push(candidate.id)
  }
  return { order, refused }
}

/** Why a plugin cannot start although it is sound itself: something it requires does not run. */
export const causedBy = (required: string, fault: PluginFault): PluginFault =>
  new PluginFault('incompatible', `it requires ${required}, which is ${fault.status}: ${fault.message}`)

function hostFault({ host }: Candidate, contractVersion: string): PluginFault | undefined {
  if (validRange(host) === null)
    return new PluginFault('invalid', `its host range ${JSON.stringify(host)} is not a semver range`)
  if (!satisfies(contractVersion, host))
    return new PluginFault('incompatible', `it was written for contract ${host}, and this is ${contractVersion}`)
  return undefined
}

function requirementFault(
  { requires }: Candidate,
  byId: ReadonlyMap<string, Candidate>,
  faults: ReadonlyMap<string, PluginFault>,
): PluginFault | undefined {
  for (const [required, range] of Object.entries(requires)) {
    if (validRange(range) === null)
      return new PluginFault(
        'invalid',
        `the range ${JSON.stringify(range)} it requires of ${required} is not a semver range`,
      )
    const fault = faults.get(required)
    if (fault) return causedBy(required, fault)
    const present = byId.get(required)
    if (!present) return new PluginFault('incompatible', `it requires ${required} ${range}, which is not installed`)
    if (!satisfies(present.version, range))
      return new PluginFault('incompatible', `it requires ${required} ${range}, and ${present.version} is installed`)
  }
  return undefined
}

function claimFault(candidate: Candidate, taken: ReadonlyMap<string, string>): PluginFault | undefined {
  const own = new Set<string>()
  for (const claim of candidate.claims) {
    const root = claim.path.split('/')[1] ?? ''
    const isClaimable = claimablePathTrees.some((tree) => claim.path.startsWith(tree))
    if (root === '' || root.startsWith(':') || (reservedPathRoots.includes(root) && !isClaimable))
      return new PluginFault('invalid', `it claims ${claim.path}, which belongs to core`)
    const key = claimKey(claim)
    const owner = own.has(key) ? 'itself' : taken.get(key)
    if (owner !== undefined)
      return new PluginFault(
        'incompatible',
        `it claims ${claim.method} ${claim.path}, which is already served by ${owner}`,
      )
    own.add(key)
  }
  return undefined
}

function takenFault(
  wanted: readonly string[],
  taken: ReadonlyMap<string, string>,
  sentence: (name: string, owner: string) => string,
): PluginFault | undefined {
  for (const [index, name] of wanted.entries()) {
    const owner = wanted.indexOf(name) < index ? 'itself' : taken.get(name)
    if (owner !== undefined) return new PluginFault('invalid', sentence(name, owner))
  }
  return undefined
}

function pageTreeFault({ pages }: Candidate): PluginFault | undefined {
  const page = pages.find((path) => reservedPageTrees.some((tree) => path.startsWith(tree)))
  return page === undefined
    ? undefined
    : new PluginFault('invalid', `its page ${page} stands below a path that belongs to core`)
}

/** Kahn's algorithm with an alphabetical front. The remaining ones are in a circle or require one that is. */
function sortByRequirement(byId: ReadonlyMap<string, Candidate>): {
  sorted: readonly Candidate[]
  circular: ReadonlyMap<string, PluginFault>
} {
  const waiting = new Map(
    [...byId.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map((candidate) => [candidate.id, candidate]),
  )
  const presentRequirements = (id: string): string[] =>
    Object.keys(waiting.get(id)?.requires ?? {})
      .filter((required) => waiting.has(required))
      .sort()
  const sorted: Candidate[] = []
  for (;;) {
    const next = [...waiting.keys()].find((id) => presentRequirements(id).length === 0)
    if (next === undefined) break
    sorted.push(waiting.get(next)!)
    waiting.delete(next)
  }
  const circular = new Map<string, PluginFault>()
  for (const id of waiting.keys()) {
    const circle = wayBack(id, presentRequirements)
    if (circle)
      circular.set(id, new PluginFault('incompatible', `its requirements form a circle: ${circle.join(' → ')}`))
  }
  for (const id of waiting.keys()) {
    if (circular.has(id)) continue
    const blocked = presentRequirements(id)[0]!
    circular.set(
      id,
      new PluginFault(
        'incompatible',
        `it requires ${blocked}, which is incompatible because of a circle of requirements`,
      ),
    )
  }
  return { sorted, circular }
}

/** The shortest way along requirements from a plugin back to itself. */
function wayBack(start: string, next: (id: string) => readonly string[]): readonly string[] | undefined {
  const seen = new Set<string>()
  let front: readonly (readonly string[])[] = [[start]]
  while (front.length > 0) {
    const further: (readonly string[])[] = []
    for (const way of front) {
      for (const id of next(way.at(-1)!)) {
        if (id === start) return [...way, id]
        if (seen.has(id)) continue
        seen.add(id)
        further.push([...way, id])
      }
    }
    front = further
  }
  return undefined
}
