import { ChannelError, type ChannelErrorShape, type ConnectionContext } from '@recado/sdk'
import { askProvider, kindOfStatus } from '@recado/sdk/server'
import * as z from 'zod'
import type { WuzapiConfig } from '../channel/config.ts'
import { encodedFile, type EncodedFile } from '../media/encoded-file.ts'
import { lowered } from './lowered.ts'

type Needs = Pick<ConnectionContext<WuzapiConfig>, 'config' | 'secrets' | 'fetch' | 'fetchFile'>

const provider = 'the WuzAPI gateway'

/** One call; `path` begins with a slash. A refusal with one of the statuses `accept` is an answer without content. */
export interface GatewayCall<T> {
  readonly method?: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly json?: object
  readonly accept?: readonly number[]
  /** Reads the content of the answer, the names of its fields in lower case: builds of the gateway spell them apart. */
  readonly result: z.ZodType<T>
  readonly signal: AbortSignal
}

/** A gateway in the name of one session. All errors are ChannelErrors, without secrets. */
export interface Gateway {
  readonly config: WuzapiConfig
  call<T>(call: GatewayCall<T>): Promise<T>
  /** A file that an answer holds as text, decoded as it comes. */
  file(call: Pick<GatewayCall<unknown>, 'path' | 'json' | 'signal'>): Promise<EncodedFile>
  /** In the name of the gateway's administrator; undefined where the settings have no API token. */
  readonly asAdmin: (<T>(call: GatewayCall<T>) => Promise<T>) | undefined
  readonly sessionToken: string
}

/** @throws ChannelError `auth` when the connection has no session token */
export async function gatewayOf({ config, secrets, fetch, fetchFile }: Needs): Promise<Gateway> {
  const [sessionToken, apiToken] = await Promise.all([secrets.get('sessionToken'), secrets.get('apiToken')])
  if (!sessionToken)
    throw new ChannelError({ kind: 'auth', code: 'NO_TOKEN', message: 'the connection has no token', certain: true })
  const root = config.apiUrl.replace(/\/+$/, '')
  const ask = (
    by: typeof globalThis.fetch,
    credentials: Readonly<Record<string, string>>,
    { method = 'POST', path, json, accept = [], signal }: Omit<GatewayCall<unknown>, 'result'>,
  ): Promise<Response> =>
    askProvider(
      { fetch: by },
      root + path,
      {
        method,
        signal,
        headers: { ...credentials, ...(json && { 'content-type': 'application/json' }) },
        ...(json && { body: JSON.stringify(json) }),
      },
      { provider, accept, explain },
    )
  const calls =
    (credentials: Readonly<Record<string, string>>) =>
    async <T>({ result, ...call }: GatewayCall<T>): Promise<T> => {
      const response = await ask(fetch, credentials, call)
      return read(response.ok ? await response.json().catch(() => undefined) : {}, result)
    }
  // Older builds read the one header, newer ones the other.
  const ofSession = { token: sessionToken, authorization: sessionToken }
  return {
    config,
    sessionToken,
    call: calls(ofSession),
    async file(call) {
      const { body } = await ask(fetchFile, ofSession, call)
      const found = body ? await encodedFile(body) : { head: '' }
      return 'file' in found ? found.file : read(parsed(found.head), z.never())
    },
    asAdmin: apiToken ? calls({ authorization: apiToken }) : undefined,
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Most calls answer `{ code, data, success }`, some their data alone, and a few a failure with 200. */
function read<T>(body: unknown, result: z.ZodType<T>): T {
  const answer = lowered(body)
  const envelope = Envelope.safeParse(answer).data
  if (envelope?.success === false)
    throw new ChannelError({
      kind: 'provider',
      code: String(envelope.code ?? 'REFUSED'),
      message: 'the gateway refuses the request',
      certain: false,
      ...meaningOf(envelope.error),
    })
  const content = result.safeParse(envelope?.data ?? answer)
  if (content.success) return content.data
  throw new ChannelError({ kind: 'provider', code: 'ANSWER', message: 'the answer is not understood', certain: false })
}

const words = z.string().optional().catch(undefined)
const Envelope = z.object({
  success: z.boolean().optional().catch(undefined),
  code: z.number().optional().catch(undefined),
  error: words,
  data: z.unknown().optional(),
})

/**
 * What the gateway's words mean: nearly every refusal comes as 500, also of what it has certainly not sent. Those of
 * WhatsApp itself stand in its error as `server returned error 463`.
 */
const meanings: readonly (readonly [RegExp, Partial<ChannelErrorShape> & Pick<ChannelErrorShape, 'kind' | 'code'>])[] =
  [
    [
      /no session|not connected|not logged in|websocket disconnected|no active session/i,
      { kind: 'network', code: 'NOT_CONNECTED', certain: true },
    ],
    [/could not parse (phone|group|chat)|invalid jid|not (registered )?on whatsapp/i, recipient('NO_RECIPIENT')],
    [/\berror 463\b/, { kind: 'blocked', code: '463', certain: true }],
    [/\berror 479\b/, { kind: 'provider', code: '479', certain: true }],
    [/\berror 429\b|rate-?overlimit/i, { kind: 'rateLimited', code: '429', certain: true }],
    [/status code (403|404|410)|media .*(not found|expired)/i, { kind: 'notFound', code: 'GONE', certain: true }],
  ]

function recipient(code: string) {
  return { kind: 'invalidRecipient', code, certain: true } as const
}

function meaningOf(error: string | undefined): Partial<ChannelErrorShape> {
  if (error === undefined) return {}
  const message = `${provider}: ${error}`.slice(0, 300)
  return { ...meanings.find(([says]) => says.test(error))?.[1], message }
}

function explain(status: number, body: unknown): Partial<ChannelErrorShape> {
  const failure = Envelope.safeParse(lowered(body)).data
  return { kind: kindOfStatus(status), code: String(status), ...meaningOf(failure?.error) }
}
