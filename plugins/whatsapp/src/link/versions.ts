import type { ConnectionContext } from '@recado/sdk'
import type { WAVersion } from 'baileys'
import type { WhatsappConfig } from '../channel/config.ts'

const stateKey = 'version'
const page = 'https://web.whatsapp.com/sw.js'
const timeoutMs = 5_000
const mostBytes = 2_000_000

type Ctx = Pick<ConnectionContext<WhatsappConfig>, 'config' | 'fetch' | 'state' | 'log' | 'connection' | 'signal'>

/**
 * The version of WhatsApp Web that the client says it is, since the server refuses older ones: what the settings say,
 * else the newest of what WhatsApp's own page names, what worked last, and what Baileys was made for. `refresh` asks
 * the page although a version is known.
 */
export async function versionFor(ctx: Ctx, builtIn: WAVersion, refresh: boolean): Promise<WAVersion> {
  const { config, state } = ctx
  if (config.version !== undefined) return parsed(config.version) ?? builtIn
  if (config.server !== undefined) return builtIn
  const last = parsed(await state.get<string>(stateKey))
  const known = newest(builtIn, last)
  if (!refresh && last !== undefined) return known
  return newest(known, await published(ctx))
}

/** Remembers a version with which the server let the client in. */
export async function worked({ state }: Pick<Ctx, 'state'>, version: WAVersion): Promise<void> {
  await state.set(stateKey, version.join('.'))
}

/** The version that WhatsApp's page names; undefined where it cannot be read. */
async function published({ fetch, log, connection, signal }: Ctx): Promise<WAVersion | undefined> {
  try {
    const response = await fetch(page, { signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]) })
    if (!response.ok) return undefined
    const build = /client_revision\\?":\s*(\d{6,12})/.exec((await response.text()).slice(0, mostBytes))?.[1]
    return build === undefined ? undefined : [2, 3000, Number(build)]
  } catch (error) {
    log.info({ err: error, connection }, 'the version of WhatsApp Web could not be read')
    return undefined
  }
}

function parsed(version: string | undefined): WAVersion | undefined {
  const numbers = (version ?? '').split('.').map(Number)
  return numbers.length === 3 && numbers.every(Number.isSafeInteger) ? (numbers as WAVersion) : undefined
}

const newest = (one: WAVersion, other: WAVersion | undefined): WAVersion =>
  other !== undefined && other[2] > one[2] ? other : one
