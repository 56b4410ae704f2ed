import { Refusal, type AutomationOffer, type AutomationPort, type BlockCall, type CorePorts } from '@recado/sdk'
import { missingReferences } from './references.ts'
import type { BlockProblem, RuleDraft } from './rule.ts'

type Blocks = Pick<RuleDraft, 'conditions' | 'actions'>
/** Ports of core that are used. */
type Ports = { readonly automation: Pick<AutomationPort, 'offered' | 'require'> } & Pick<
  CorePorts,
  'queues' | 'tags' | 'users' | 'attributes' | 'segments'
>
type Part = BlockProblem['part']
/** A block with the place that it has among all of its kind. */
interface Placed {
  readonly rule: number
  readonly at: number
  readonly call: BlockCall
}

/**
 * Blocks of these rules that cannot be used as they are, rule by rule; with a few calls of core, however many there
 * are.
 */
export async function problemsOf(rules: readonly Blocks[], core: Ports): Promise<BlockProblem[][]> {
  const problems: BlockProblem[][] = rules.map(() => [])
  if (rules.length === 0) return problems
  const offer = await core.automation.offered('automation')
  for (const part of ['conditions', 'actions'] as const)
    for (const { rule, at, error } of await problemsAmong(part, placed(rules, part), offer, core))
      problems[rule]!.push({ part, at, error })
  return problems
}

const placed = (rules: readonly Blocks[], part: Part): Placed[] =>
  rules.flatMap((each, rule) =>
    each[part].map(({ plugin, name, input }, at) => ({ rule, at, call: { plugin, name, input } })),
  )

async function problemsAmong(
  part: Part,
  blocks: readonly Placed[],
  offer: AutomationOffer,
  core: Ports,
): Promise<(Placed & { error: string })[]> {
  const isOffered = ({ call }: Placed): boolean =>
    offer[part].some(({ plugin, name }) => plugin === call.plugin && name === call.name)
  const found = blocks
    .filter((block) => !isOffered(block))
    .map((block) => ({ ...block, error: 'ERR_AUTOMATION_BLOCK' }))
  // A refusal names what does not fit; the others are asked for again, until all that are left do.
  for (let rest = blocks.filter(isOffered); rest.length > 0;) {
    const { code, places } = await refusedPlaces(part, rest, core.automation)
    if (places.size === 0) return [...found, ...(await goneFrom(part, rest, offer, core))]
    found.push(...rest.filter((_block, at) => places.has(at)).map((block) => ({ ...block, error: code })))
    rest = rest.filter((_block, at) => !places.has(at))
  }
  return found
}

/** Blocks that fit, and name what is not there any more. */
async function goneFrom(
  part: Part,
  blocks: readonly Placed[],
  offer: AutomationOffer,
  core: Ports,
): Promise<(Placed & { error: string })[]> {
  const missing = await missingReferences(
    blocks.map(({ call }) => call),
    offer[part],
    core,
  )
  return blocks.flatMap((block, place) => {
    const first = missing.find(({ at }) => at === place)
    return first ? [{ ...block, error: first.error }] : []
  })
}

async function refusedPlaces(
  part: Part,
  blocks: readonly Placed[],
  automation: Pick<AutomationPort, 'require'>,
): Promise<{ code: string; places: ReadonlySet<number> }> {
  try {
    await automation.require(
      part,
      blocks.map(({ call }) => call),
      'automation',
      part,
    )
    return { code: '', places: new Set() }
  } catch (error) {
    if (!Refusal.is(error)) throw error
    return {
      code: error.code,
      places: new Set(
        (error.facts.issues ?? [])
          .map(({ path }) => Number(path.split('.')[1]))
          .filter((at) => at >= 0 && at < blocks.length),
      ),
    }
  }
}
