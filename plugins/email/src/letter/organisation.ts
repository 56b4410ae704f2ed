import { getDomain } from 'tldts'

/**
 * The domain that somebody registered, by the public suffix list: `loja.com.br` for `mail.loja.com.br`, `ana.github.io`
 * for itself. Undefined for a suffix under which anybody can register, for an address and for a name without dots.
 */
export function organisationOf(domain: string): string | undefined {
  const name = domain.toLowerCase().replace(/\.$/, '')
  return name.split('.').includes('')
    ? undefined
    : (getDomain(name, { allowPrivateDomains: true, extractHostname: false, validateHostname: true }) ?? undefined)
}

/** Whether two domains are the same, or of one organisation (relaxed alignment, RFC 7489). */
export function isOfOneOrganisation(one: string, other: string): boolean {
  const organisation = organisationOf(one)
  return one === other || (organisation !== undefined && organisation === organisationOf(other))
}
