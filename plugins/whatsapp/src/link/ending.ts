import type { Ending } from '../channel/states.ts'

interface Boom {
  readonly output?: { readonly statusCode?: unknown }
  readonly data?: { readonly tag?: unknown; readonly attrs?: { readonly type?: unknown } }
}

/** Why Baileys says that a line has ended. */
export function endingOf(error: unknown): Ending {
  const { output, data } = (error ?? {}) as Boom
  const code = Number(output?.statusCode ?? 428)
  return {
    code: Number.isSafeInteger(code) ? code : 500,
    ...(data?.tag === 'conflict' && data.attrs?.type === 'device_removed' && { isRemoved: true }),
  }
}
