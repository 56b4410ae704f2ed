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

/** Faults of a provider. A number is the status of a refusal. */
export const providerFaults = ['401', '403', '404', '413', '429', '500', 'timeout', 'reset'] as const
/** One of {@link providerFaults}. */
export type ProviderFault = (typeof providerFaults)[number]

/**
 * Parts of the suite that need options of the author. {@link ConformanceOptions.without} gives the reason for leaving
 * one out.
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
  'profiles',
  'login',
] as const
/** One of {@link conformanceGroups}. */
export type ConformanceGroup = (typeof conformanceGroups)[number]

/** One message of the suite as the adapter has sent it, for the echo of the provider. */
export interface SentBySuite {
  readonly key: SendKey
  readonly ids: readonly string[]
  readonly chat: string
  readonly text: string
}

/**
 * A stand-in for the provider, written by the author and served over HTTP by the suite. The adapter really calls it
 * through `ctx.fetch`; the suite injects the faults (refusals, cut connections, missing answers). A new one is made for
 * every test, so it may store the requests.
 */
export interface ScriptedProvider<Config = unknown> {
  /** Answers without faults. `request.url` has the host that the adapter called. An exception is answered with 500. */
  answer(request: SimulatorRequest): SimulatorAnswer | Promise<SimulatorAnswer>
  /**
   * Number of messages that people have received so far: an album of three is three, a request repeated with its
   * idempotency key is none.
   */
  delivered(): number
  /** The conversation that the messages of the suite go to, as the adapter names it. */
  readonly chat: string
  /** Settings and secrets for this stand-in instead of the `config` and `secrets` of the options. */
  readonly config?: Partial<Config>
  readonly secrets?: Readonly<Record<string, string>>
  /**
   * Webhook addresses that are registered now. Required of a channel that registers its own: `webhook.register`, or
   * `open`.
   */
  hooks?(): readonly string[]
  /**
   * A file that can be fetched by the reference of an inbound part, and a reference to a missing one. Required of
   * channels that hand in references.
   */
  readonly files?: { readonly ref: string; readonly bytes: Uint8Array; readonly missing: string }
  /**
   * The webhook with which the provider echoes a message that we have sent. Required of a channel whose provider does:
   * without it an own message would open a ticket in the customer's name.
   */
  echo?(sent: SentBySuite): RecordedRequest
  /** The history of this stand-in, oldest first. Required of channels with `history`. */
  readonly past?: { readonly query: BackfillQuery; readonly messages: readonly InboundMessage[] }
  /** Contacts of this stand-in, in any order. Required of channels with `contacts`. */
  readonly people?: readonly ChannelContact[]
  /**
   * Somebody whom this stand-in describes, as its channel should, and the chat of somebody whom it does not know.
   * Required of channels with `profiles`.
   */
  readonly profile?: {
    readonly chat: string
    readonly name: string
    readonly picture?: Uint8Array
    readonly stranger: string
  }
  /**
   * Acts as the person who signs in once the session reports `needsAction`: scans the code, confirms on the phone.
   * Required of channels with such a login.
   */
  login?(): void | Promise<void>
  close?(): void | Promise<void>
}

/** Connection of the suite to the {@link ScriptedProvider}, and the differences of this provider from plain HTTP. */
export interface ProviderOptions<Config = unknown> {
  /**
   * Hosts that the adapter may call: the plugin's `egress`. All are routed to the stand-in, any other is refused as the
   * egress guard does. Hosts of `egressFrom` are added.
   */
  readonly hosts: readonly string[]
  /** A new stand-in. */
  start(): ScriptedProvider<Config> | Promise<ScriptedProvider<Config>>
  /**
   * The address of the connection's webhook; null for an installation without one, whose adapter has to poll. An
   * address of `recado.test` by default.
   */
  readonly callbackUrl?: URL | null
  /**
   * Whether a request is one that sends a message; faults hit these alone. Without it, every request made while
   * sending.
   */
  isSend?(request: SimulatorRequest): boolean
  /**
   * This provider's format of a refusal, with its place of the retry time. JSON with `{ message }` by default, and the
   * header Retry-After.
   */
  refusal?(status: number, retryAfterSeconds: number | undefined): SimulatorAnswer
  /** Error kinds of faults that differ from {@link expectedKinds}; an array when several are right. */
  readonly expects?: Readonly<Partial<Record<ProviderFault, ChannelErrorKind | readonly ChannelErrorKind[]>>>
  /** Statuses of 500 and above after which this provider has certainly not acted. */
  readonly certain?: readonly ProviderFault[]
  /** More messages to send beside those made from the capabilities: a template that exists, two parts at once. */
  readonly messages?: ReadonlyArray<{ readonly name: string; readonly parts: readonly [Part, ...Part[]] }>
}

/**
 * Options of {@link channelConformance}, from a channel's author. `config` is obligatory; every further group switches
 * on the rules that need it. The results list a rule that cannot run as left out, with the reason from `without`, or as
 * a thing to do.
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
  /** Requests of the provider, for webhooks, recorded or written by hand, each kind at least once. */
  readonly genuine?: readonly GenuineRequest[]
  /**
   * The header that carries the signature; removing, shortening or changing it must be noticed. Absent when the
   * address's secret is the only proof.
   */
  readonly signatureHeader?: string
  /** True if the header is a shared token that does not depend on the body, as with some providers. */
  readonly signatureIsToken?: boolean
  /**
   * The stand-in for the rules for sending, errors, the end of sessions, files, webhooks, history, contacts, and
   * `check`.
   */
  readonly provider?: ProviderOptions<Config>
  /**
   * Why a group does not apply to this channel: `{ echo: 'the provider tells nobody of what a bot has said' }`. Shown
   * in the results.
   */
  readonly without?: Readonly<Partial<Record<ConformanceGroup, string>>>
}

/** Error kinds of each fault unless {@link ProviderOptions.expects} differs. */
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
