import type { Socket } from 'node:net'

/**
 * Allowed targets of one caller. `hosts` are exact names or `*.example.com`; absent means any public host. `proxy` is
 * the address of an HTTP or SOCKS 5 proxy for all connections: the guard checks the proxy's address, and the proxy
 * resolves the target.
 */
export interface EgressPolicy {
  readonly hosts?: readonly string[]
  readonly proxy?: string
  readonly timeoutMs?: number
  /** How long the body of an answer may rest between two pieces; as long as it likes when absent. */
  readonly quietMs?: number
  readonly maxBytes?: number
  readonly maxRedirects?: number
}

/** Opens a TCP connection. */
export type Connect = (host: string, port: number, signal?: AbortSignal) => Promise<Socket>

/**
 * The only way out for the server and its plugins. Resolves once, checks every address, connects to the checked one,
 * re-checks each redirect; private, loopback, link-local and other special ranges are refused in every spelling.
 */
export interface Egress {
  /** A `fetch` bound to a policy. Refusals are thrown as TypeError with `cause.code === 'EGRESS_REFUSED'`. */
  fetchFor(policy: EgressPolicy): typeof fetch
  /**
   * For protocols that are not HTTP: a checked address of a host of the policy, to be connected to as it is.
   * @throws EgressRefused for a host that is not among those declared or whose addresses may not be reached; what the
   * resolver throws otherwise
   */
  resolveFor(policy: Pick<EgressPolicy, 'hosts'>): (host: string) => Promise<string>
  /**
   * For protocols that are not HTTP: a TCP connection to a host of the policy, through its proxy. The caller closes it.
   * @throws EgressRefused for a host that is not among those declared or whose addresses may not be reached;
   * ProxyFailure; the reason of a signal that aborts, or a TimeoutError after 15 s; otherwise what resolver and system
   * throw
   */
  connectFor(policy: Pick<EgressPolicy, 'hosts' | 'proxy'>): Connect
}

/** Code of a refused answer that is larger than its caller takes: asking again will not help. */
export const answerTooLarge = 'ANSWER_TOO_LARGE'

/** Whether an error comes of such an answer, however an adapter has wrapped it. */
export function isAnswerTooLarge(error: unknown): boolean {
  let cause = error
  for (let depth = 0; depth < 8 && cause instanceof Error; depth++) {
    if ('reason' in cause && cause.reason === answerTooLarge) return true
    cause = cause.cause
  }
  return false
}
