import type { Context } from '../context.ts'

type Keeper = Pick<Context, 'secrets'>
/** `api`: of the models; `voice`: of who speaks. */
export type PromptKeyKind = 'api' | 'voice'

/** A key of a prompt's own, a secret of the plugin. */
export const promptKey = (id: string, kind: PromptKeyKind = 'api') => {
  const name = kind === 'api' ? `prompt-${id}` : `prompt-voice-${id}`
  return {
    get: ({ secrets }: Keeper) => secrets.get(name),
    set: ({ secrets }: Keeper, key: string) => secrets.set(name, key),
    delete: ({ secrets }: Keeper) => secrets.delete(name),
  }
}
