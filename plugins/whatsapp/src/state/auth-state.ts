import { setTimeout as pause } from 'node:timers/promises'
import { ChannelError, type SealedState } from '@recado/sdk'
import {
  BufferJSON,
  initAuthCreds,
  proto,
  type AuthenticationCreds,
  type AuthenticationState,
  type SignalDataSet,
  type SignalDataTypeMap,
} from 'baileys'

const credsKey = 'creds'
/** Keys that are kept in memory beside the database: those of the conversations of a busy day. */
const mostCached = 2_000

const written = (value: unknown): Uint8Array => Buffer.from(JSON.stringify(value, BufferJSON.replacer))
const read = (bytes: Uint8Array): unknown => JSON.parse(Buffer.from(bytes).toString(), BufferJSON.reviver)

/** A login of WhatsApp, every key of it a row of its own, sealed. */
export interface StoredLogin {
  readonly state: AuthenticationState
  /** Stores the credentials as they are now; resolves when they are stored. */
  save(): Promise<void>
  /** Deletes the whole login. Linking again needs the phone, and perhaps a passkey. */
  clear(): Promise<void>
}

const longestPauseMs = 10_000

/**
 * Reads the login of a connection; a new one where there is none.
 *
 * Baileys does not wait for everything that it reads and writes, and an error that nobody waits for would end the whole
 * node. So nothing here fails: while the database is away it is waited for, and once `signal` has ended the session, or
 * another node has the connection, nothing is written any more: the login is theirs.
 */
export async function openLogin(sealed: SealedState, signal: AbortSignal): Promise<StoredLogin> {
  const patiently = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    for (let failures = 0; !signal.aborted; failures++) {
      try {
        return await work()
      } catch (error) {
        if (ChannelError.is(error) && error.code === 'FENCED') return otherwise
        const afterMs = Math.min(longestPauseMs, 100 * 2 ** failures)
        await pause(afterMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
    return otherwise
  }
  const write = (changes: ReadonlyMap<string, Uint8Array | null>): Promise<void> =>
    patiently(() => sealed.write(changes), undefined)
  const found = (await sealed.read([credsKey])).get(credsKey)
  const creds = found ? (read(found) as AuthenticationCreds) : initAuthCreds()
  const cache = new Map<string, unknown>()
  const remember = (key: string, value: unknown): void => {
    cache.delete(key)
    cache.set(key, value)
    if (cache.size > mostCached) cache.delete(cache.keys().next().value!)
  }
  let saving: Promise<void> = Promise.resolve()
  return {
    state: {
      creds,
      keys: {
        async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]) {
          const answer: Record<string, SignalDataTypeMap[T]> = {}
          const missing = ids.filter((id) => !cache.has(`${type}/${id}`))
          const stored = await patiently(
            () => sealed.read(missing.map((id) => `${type}/${id}`)),
            new Map<string, Uint8Array>(),
          )
          for (const id of ids) {
            const key = `${type}/${id}`
            const bytes = stored.get(key)
            if (!cache.has(key)) remember(key, bytes && revived(type, read(bytes)))
            const value = cache.get(key)
            if (value !== undefined) answer[id] = value as SignalDataTypeMap[T]
          }
          return answer
        },
        async set(changes: SignalDataSet) {
          const entries = Object.entries(changes).flatMap(([type, values]) =>
            Object.entries(values ?? {}).map(([id, value]) => [`${type}/${id}`, value ?? null] as const),
          )
          await write(new Map(entries.map(([key, value]) => [key, value === null ? null : written(value)])))
          for (const [key, value] of entries) remember(key, value ?? undefined)
        },
      },
    },
    save() {
      saving = saving.catch(() => undefined).then(() => write(new Map([[credsKey, written(creds)]])))
      return saving
    },
    async clear() {
      cache.clear()
      await patiently(() => sealed.clear(), undefined)
    },
  }
}

/** This kind of key is expected as a message of its own class. */
const revived = (type: string, value: unknown): unknown =>
  type === 'app-state-sync-key' ? proto.Message.AppStateSyncKeyData.fromObject(value as object) : value
