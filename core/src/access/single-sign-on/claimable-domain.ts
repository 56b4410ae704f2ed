import { Refusal } from '@recado/contracts'

let loaded: Promise<ReadonlySet<string>> | undefined
/** Domains where anybody can get an address. Read when the first domain is claimed, and kept. */
const mailProviders = (): Promise<ReadonlySet<string>> => (loaded ??= read())

async function read(): Promise<ReadonlySet<string>> {
  const list = (await import('email-providers/all.json', { with: { type: 'json' } })) as { default: readonly string[] }
  return new Set(list.default)
}

/**
 * Whether a company can own a domain at all: no public suffix, below which anybody registers (`com.br`, `github.io`),
 * and no domain of a public mail service. @throws Refusal ERR_SSO_DOMAIN_PUBLIC with the domain
 */
export async function requireClaimable(domains: readonly string[]): Promise<void> {
  const { parse } = await import('tldts')
  const providers = await mailProviders()
  const isSuffix = (domain: string): boolean => parse(domain, { allowPrivateDomains: true }).domain === null
  const refused = domains.find((domain) => isSuffix(domain) || providers.has(domain))
  if (refused !== undefined) throw new Refusal('ERR_SSO_DOMAIN_PUBLIC', { detail: refused })
}
