import type { Context } from '../context.ts'

type Keeper = Pick<Context, 'secrets'>

/** The key of a prompt's own, a secret of the plugin. */
export const promptKey = (id: string) => {
  const name = `prompt-${id}`
  return {
    get: ({ secrets }: Keeper) => secrets.get(name),
    set: ({ secrets }: Keeper, key: string) => secrets.set(name, key),
    delete: ({ secrets }: Keeper) => secrets.delete(name),
  }
}
