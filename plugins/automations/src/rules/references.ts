import {
  mint,
  type AutomationBlock,
  type BlockCall,
  type CorePorts,
  type ErrorCode,
  type FormReference,
  type UserId,
} from '@recado/sdk'

type Ports = Pick<CorePorts, 'queues' | 'tags' | 'users' | 'attributes' | 'segments'>
/** A field of a block that names something of the company's which is not there. `at` is the block's place. */
export interface MissingReference {
  readonly at: number
  readonly field: string
  readonly error: ErrorCode
}
interface Named {
  readonly at: number
  readonly field: string
  readonly kind: FormReference
  readonly ids: readonly string[]
}

const mostUsers = 200
/** Connections are nobody's but their plugin's: one that is gone is no conversation's. */
const codes: Readonly<Partial<Record<FormReference, ErrorCode>>> = {
  queue: 'ERR_NO_QUEUE_FOUND',
  tag: 'ERR_NO_TAG_FOUND',
  user: 'ERR_NO_USER_FOUND',
  contactAttribute: 'ERR_NO_ATTRIBUTE_FOUND',
  ticketAttribute: 'ERR_NO_ATTRIBUTE_FOUND',
  segment: 'ERR_NO_SEGMENT_FOUND',
}

/**
 * References of these blocks to objects that were deleted, or never were this company's; with one call of core per
 * kind.
 */
export async function missingReferences(
  calls: readonly BlockCall[],
  offered: readonly AutomationBlock[],
  core: Ports,
): Promise<MissingReference[]> {
  const named = calls.flatMap((call, at) => namedBy(call, offered).map((field) => ({ at, ...field })))
  const kinds = [...new Set(named.map(({ kind }) => kind))]
  const known = new Map(
    await Promise.all(kinds.map(async (kind) => [kind, await presentOf(kind, named, core)] as const)),
  )
  return named.flatMap(({ at, field, kind, ids }) => {
    const error = codes[kind]
    return error !== undefined && ids.some((id) => !known.get(kind)!.has(id)) ? [{ at, field, error }] : []
  })
}

function namedBy({ plugin, name, input }: BlockCall, offered: readonly AutomationBlock[]): Omit<Named, 'at'>[] {
  const block = offered.find((each) => each.plugin === plugin && each.name === name)
  return (block?.fields ?? []).flatMap(({ name: field, refersTo }) => {
    const ids = [input[field]].flat().filter((id) => typeof id === 'string')
    return refersTo === undefined || ids.length === 0 ? [] : [{ field, kind: refersTo, ids }]
  })
}

async function presentOf(
  kind: FormReference,
  named: readonly Named[],
  { queues, tags, users, attributes, segments }: Ports,
): Promise<ReadonlySet<string>> {
  switch (kind) {
    case 'queue':
      return new Set((await queues.list()).map(({ id }) => id))
    case 'tag':
      return new Set((await tags.list()).map(({ id }) => id))
    case 'user': {
      const ids = [...new Set(named.flatMap((each) => (each.kind === 'user' ? each.ids : [])))].map((id) =>
        mint<UserId>(id),
      )
      const pages = Array.from({ length: Math.ceil(ids.length / mostUsers) }, (_none, page) =>
        users.named(ids.slice(page * mostUsers, (page + 1) * mostUsers)),
      )
      return new Set(
        (await Promise.all(pages))
          .flat()
          .filter(({ isActive }) => isActive)
          .map(({ id }) => id),
      )
    }
    case 'contactAttribute':
    case 'ticketAttribute': {
      const owner = kind === 'contactAttribute' ? 'contact' : 'ticket'
      return new Set((await attributes.list()).filter((each) => each.owner === owner).map(({ key }) => key))
    }
    case 'segment':
      return new Set((await segments.list()).map(({ id }) => id))
    case 'connection':
      return new Set()
  }
}
