/**
 * Where one caller may go. `hosts` are exact names or `*.example.com`; absent means any public host. `proxy` is the address
 * of an HTTP proxy that requests go through: the guard checks the proxy's address, and who resolves the target is the proxy.
 */
export interface EgressPolicy { readonly hosts?: readonly string[]; readonly proxy?: string; readonly timeoutMs?: number; readonly maxBytes?: number; readonly maxRedirects?: number }

/**
 * The only way out for the server and its plugins. Resolves once, checks every address, connects to the checked one,
 * re-checks each redirect; private, loopback, link-local and other special ranges are refused in every spelling.
 */
export interface Egress {
  /** A `fetch` bound to a policy. Refusals are thrown as TypeError with `cause.code === 'EGRESS_REFUSED'`. */
  fetchFor(policy: EgressPolicy): typeof fetch
  /**
   * For protocols that are not HTTP: a checked address of a host of the policy, to be connected to as it is.
   * @throws EgressRefused for a host that is not among those declared or whose addresses may not be reached; what the resolver throws otherwise
   */
  resolveFor(policy: Pick<EgressPolicy, 'hosts'>): (host: string) => Promise<string>
}
