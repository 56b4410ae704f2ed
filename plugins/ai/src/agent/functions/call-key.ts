import { createHash } from 'node:crypto'
import type { Context } from '../../context.ts'
import { hostOf, type PromptFunction } from '../../prompts/prompt-function.ts'

type Keeper = Pick<Context, 'secrets'>

/** What a key of a call is kept for: a function at a host (`order_status api.loja.com.br`), and no other host. */
export const keptFor = ({ name, http }: Pick<PromptFunction, 'name' | 'http'>): string | undefined =>
  http ? `${name} ${hostOf(http.url) ?? ''}` : undefined

/** The key of a function's call, a secret of the plugin. */
export const callKey = (prompt: string, kept: string) => {
  const secret = `call-${prompt}-${createHash('sha256').update(kept).digest('hex').slice(0, 16)}`
  return {
    get: ({ secrets }: Keeper) => secrets.get(secret),
    set: ({ secrets }: Keeper, key: string) => secrets.set(secret, key),
    delete: ({ secrets }: Keeper) => secrets.delete(secret),
  }
}
