import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { rolesOf } from '../../core/src/db/roles.ts'
import { repository, type BenchDatabase } from './cluster.ts'

/** What the function of the hot path does for responders, and what stands in its place in a product without them. */
const pieces: readonly (readonly [RegExp, string])[] = [
  [/ {11}bot = case when f\.begins[\s\S]*? else t\.bot end,\n/, ''],
  [/bool_or\(outcome in \('created', 'reopened'\) and not from_me\) as begins,\n/, '\n'],
  [/,\n *case when t\.status = 'pending' and t\.user_id is null then t\.bot end as bot/, ''],
  [/ *when b\.bot is not null\n *then jsonb_build_object\([^\n]*'responder', b\.bot\)\n/, ''],
]

/** The function of the hot path. */
export const shippedFunction = 'core.inbound_batch'

/**
 * Makes the function of the hot path as it would be in a product without responders, under a name of its own or in
 * place of the shipped one: no order is looked up, no ticket is given away, and the event names nobody. Everything else
 * is the shipped text. Throws when that has changed so that a piece is not found.
 */
export async function makeBareFunction({ owner, installation }: BenchDatabase, name: string): Promise<void> {
  const { engine, app } = rolesOf(installation)
  const shipped = readFileSync(join(repository, 'core/src/db/functions/inbound_batch.sql'), 'utf8')
  const bare = pieces.reduce((text, [piece, instead]) => {
    if (!piece.test(text)) throw new Error(`inbound_batch.sql has no ${String(piece)} any more`)
    return text.replace(piece, instead)
  }, shipped)
  await owner.unsafe(bare.replace(`${shippedFunction}(`, `${name}(`))
  await owner.unsafe(`alter function ${name} owner to ${engine}`)
  await owner.unsafe(`grant execute on function ${name} to ${app}`)
}
