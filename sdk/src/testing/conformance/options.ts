import type {
  BackfillQuery,
  ChannelContact,
  ChannelErrorKind,
  ChannelSession,
  InboundEvent,
  InboundMessage,
  Part,
  SendKey,
} from '@recado/contracts'
import type { SimulatorAnswer, SimulatorRequest } from '../simulator/serve.ts'

/**
 * A request as the provider sends it. `url` is the webhook's address where the meaning or the signature depends on it.
 */
export interface RecordedRequest {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Uint8Array
  readonly url?: string
}

/**
 * A request that is genuine under the `config` and `secrets` of the options, with all the events it means, in order.
 */
export interface GenuineRequest {
  readonly name: string
  readonly request: RecordedRequest
  readonly events: readonly InboundEvent[]
}

/** What a provider does instead of answering well. A number is the status of a refusal. */
export const providerFaults = ['401', '403', '404', '413', '429', '500', 'timeout', 'reset'] as const
/** One of {@link providerFaults}. */
export type ProviderFault = (typeof providerFaults)[number]

/**
 * Parts of the suite that need something of the author. {@link ConformanceOptions.without} says why one is left out.
 */
export const conformanceGroups = [
  'session',
  'genuine',
  'batch',
  'signature',
  'templates',
  'provider',
  'hooks',
  'files',
  'echo',
  'backfill',
  'contacts',
  'login',
] as const
/** One of {@link conformanceGroups}. */
export type ConformanceGroup = (typeof conformanceGroups)[number]

/** One message of the suite as the adapter has sent it, for the provider to tell of. */
export interface SentBySuite {
  readonly key: SendKey
  readonly ids: readonly string[]
  readonly chat: string
  readonly text: string
}

/**
 * A stand-in for the provider, played by the author and served over HTTP by the suite. The adapter really talks to it
 * through `ctx.fetch`; what goes wrong (refusals, cut lines, silence) is put in between by the suite. Made anew for
 * every test, so it may remember what it was asked.
 */
export interface ScriptedProvider<Config = unknown> {
  /** Answers as on a good day. `request.url` has the host that the adapter called. What it throws is a 500. */
  answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>
  /**
   * How many messages people have received so far: an album of three is three, a request known by its idempotency key
   * is none.
   */
  delivered(): number
  /** The conversation that the messages of the suite go to, as the adapter names it. */
  readonly chat: string
  /** What this stand-in wants to see instead of the `config` and `secrets` of the options. */
  readonly config?: Partial<Config>
  readonly secrets?: Readonly<Record<string, string>>
  /**
   * Webhook addresses that are registered now. Wanted of a channel that registers its own: `webhook.register`, or
   * `open`.
   */
  hooks?(): readonly string[]
  /**
   * A file that can be fetched by the reference an inbound part carries, and a reference to one that is gone. Wanted of
   * channels that hand in references.
   */
  readonly files?: { readonly ref: string; readonly bytes: Uint8Array; readonly missing: string }
  /**
   * The webhook with which the provider tells of a message that we have sent. Wanted of a channel whose provider does:
   * without it an own message would open a ticket in the customer's name.
   */
  echo?(sent: SentBySuite): RecordedRequest
  /** The past that this stand-in holds, oldest first. Wanted of channels with `history`. */
  readonly past?: { readonly query: BackfillQuery; readonly messages: readonly InboundMessage[] }
  /** Whom this stand-in knows, in any order. Wanted of channels with `contacts`. */
  readonly people?: readonly ChannelContact[]
  /**
   * Plays the person who signs in once the session reports `needsAction`: scans the code, confirms on the phone. Wanted
   * of channels that log in so.
   */
  login?(): void | Promise<void>
  close?(): void | Promise<void>
}

/** How the suite reaches the {@link ScriptedProvider}, and how this provider differs from what HTTP would suggest. */
export interface ProviderOptions<Config = unknown> {
  /**
   * Hosts that the adapter may call: the plugin's `egress`. All lead to the stand-in, any other is refused as the
   * egress guard does. Hosts of `egressFrom` are added.
   */
  readonly hosts: readonly string[]
  /** A fresh stand-in. */
  start(): ScriptedProvider<Config> | Promise<ScriptedProvider<Config>>
  /**
   * The address of the connection's webhook; null where this installation has none, and the adapter has to ask. An
   * address of `recado.test` without it.
   */
  readonly callbackUrl?: URL | null
  /**
   * Whether a request is one that sends a message; faults hit these alone. Without it, every request made while
   * sending.
   */
  isSend?(request: SimulatorRequest): boolean
  /**
   * How this provider words a refusal, and where it says when to come back. Without it JSON with `{ message }`, and the
   * header Retry-After.
   */
  refusal?(status: number, retryAfterSeconds: number | undefined): SimulatorAnswer
  /** What a fault means here, where it is not what {@link expectedKinds} says; an array when several are right. */
  readonly expects?: Readonly<Partial<Record<ProviderFault, ChannelErrorKind | readonly ChannelErrorKind[]>>>
  /** Statuses of 500 and above after which this provider has certainly not acted. */
  readonly certain?: readonly ProviderFault[]
  /** More messages to send beside those made from the capabilities: a template that exists, two parts at once. */
  readonly messages?: ReadonlyArray<{ readonly name: string; readonly parts: readonly [Part, ...Part[]] }>
}

/**
 * What a channel's author gives to {@link channelConformance}. `config` is obligatory; every further group switches on
 * the rules that need it. A rule that cannot run stands in the results as left out, with the reason from `without`, or
 * as a thing to do.
 */
export interface ConformanceOptions<Config> {
  /** A complete, valid configuration of one connection, without secrets. */
  readonly config: Config
  readonly secrets?: Readonly<Record<string, string>>
  /**
   * Opens a session without a stand-in, for channels that have no provider; each one is disposed by the suite. Not
   * needed beside `provider`.
   */
  readonly session?: () => Promise<ChannelSession>
  /** For webhooks: what the provider sends, recorded or written by hand, each kind at least once. */
  readonly genuine?: readonly GenuineRequest[]
  /**
   * The header that carries the signature; removing, shortening or changing it must be noticed. Absent when the
   * address's secret is the only proof.
   */
  readonly signatureHeader?: string
  /** The header is a shared token that says nothing about the body, as some providers have it. */
  readonly signatureIsToken?: boolean
  /**
   * The stand-in behind the rules for sending, errors, the end of sessions, files, webhooks, the past, contacts, and
   * `check`.
   */
  readonly provider?: ProviderOptions<Config>
  /**
   * Why a group does not apply to this channel: `{ echo: 'the provider tells nobody of what a bot has said' }`. Shown
   * in the results.
   */
  readonly without?: Readonly<Partial<Record<ConformanceGroup, string>>>
}

/** What each fault means unless {@link ProviderOptions.expects} says otherwise. */
export const expectedKinds: Readonly<Record<ProviderFault, readonly ChannelErrorKind[]>> = {
  401: ['auth'],
  403: ['auth', 'blocked', 'windowClosed', 'invalidRecipient'],
  404: ['notFound', 'invalidRecipient'],
  413: ['tooLarge'],
  429: ['rateLimited'],
  500: ['provider'],
  timeout: ['network'],
  reset: ['network'],
}
