import {
  ChannelError,
  type ConnectionContext,
  type SealedState,
  type Secrets,
  type StateStore,
} from '@recado/contracts'

type AnyContext = ConnectionContext<Record<string, unknown>>

/**
 * A connection's context for the test of settings that are not kept: the secrets are those given, nothing that the
 * adapter stores outlives the test, and nothing arrives by it.
 */
export function trialContext(ctx: AnyContext, secrets: Readonly<Record<string, string>>): AnyContext {
  return {
    ...ctx,
    secrets: secretsOf(secrets),
    state: overlaidState(ctx.state),
    sealed: overlaidSealed(ctx.sealed),
    emit: () =>
      Promise.reject(
        new ChannelError({ kind: 'unsupported', code: 'TRIAL', message: 'a test takes nothing in', certain: true }),
      ),
    setState: () => undefined,
  }
}

function secretsOf(given: Readonly<Record<string, string>>): Secrets {
  const values = new Map(Object.entries(given))
  return {
    get: async (name) => values.get(name),
    set: async (name, value) => void values.set(name, value),
    async ensure(name, make) {
      const value = values.get(name) ?? make()
      values.set(name, value)
      return value
    },
    delete: async (name) => void values.delete(name),
  }
}

/** Reads what the connection has, and keeps what is written for as long as the test runs. */
function overlaidState(stored: StateStore): StateStore {
  const written = new Map<string, unknown>()
  const read = async <T>(key: string): Promise<T | undefined> =>
    written.has(key) ? (written.get(key) as T | undefined) : stored.get<T>(key)
  return {
    get: read,
    async set(key, value, { ifAbsent = false } = {}) {
      if (ifAbsent && (await read(key)) !== undefined) return false
      written.set(key, value)
      return true
    },
    delete: async (key) => void written.set(key, undefined),
  }
}

function overlaidSealed(stored: SealedState): SealedState {
  const written = new Map<string, Uint8Array | null>()
  let isCleared = false
  return {
    async read(keys) {
      const asked = isCleared ? [] : keys.filter((key) => !written.has(key))
      const found = new Map(asked.length > 0 ? await stored.read(asked) : [])
      for (const key of keys) {
        const value = written.get(key)
        if (value) found.set(key, value)
      }
      return found
    },
    write: async (changes) => {
      for (const [key, value] of changes) written.set(key, value)
    },
    clear: async () => {
      isCleared = true
      written.clear()
    },
  }
}
