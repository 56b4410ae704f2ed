import type { SsoProvider } from '../../base/contracts.ts'
import type { SsoProviderInput } from './use-sso-providers.ts'

/** Values of the fields. */
export interface SsoForm {
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly domains: string
  readonly autoCreate: boolean
  readonly isActive: boolean
}
export type SsoFault = 'required' | 'issuerWrong' | 'domainsWrong' | 'secretAgain'
export type SsoFaults = Partial<Record<keyof SsoForm, SsoFault>>

export const ssoFormOf = (provider: SsoProvider | undefined): SsoForm => ({
  name: provider?.name ?? '',
  issuer: provider?.issuer ?? '',
  clientId: provider?.clientId ?? '',
  clientSecret: '',
  domains: provider?.domains.join('\n') ?? '',
  autoCreate: provider?.autoCreate ?? false,
  isActive: provider?.isActive ?? true,
})

const domain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/

/** Domains however people part them; an @ before one is not meant. */
export const readDomains = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((word) => word.replace(/^@/, ''))
      .filter(Boolean),
  ),
]

const isIssuer = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Whether the issuer is another one than the secret is kept for: nobody shows it to two. */
export const needsSecretAgain = (form: SsoForm, provider: SsoProvider | undefined): boolean =>
  provider?.clientSecret.set === true && provider.issuer !== form.issuer.trim()

/** Missing or wrong values; the secret is required only if none is stored for this issuer. */
export function ssoFaults(form: SsoForm, provider: SsoProvider | undefined): SsoFaults {
  const domains = readDomains(form.domains)
  const asksAgain = needsSecretAgain(form, provider)
  const secretKept = provider?.clientSecret.set === true && !asksAgain
  return {
    ...(form.name.trim() === '' && { name: 'required' as const }),
    ...(!isIssuer(form.issuer.trim()) && { issuer: 'issuerWrong' as const }),
    ...(form.clientId.trim() === '' && { clientId: 'required' as const }),
    ...(form.clientSecret === '' &&
      !secretKept && { clientSecret: asksAgain ? ('secretAgain' as const) : ('required' as const) }),
    ...((domains.length === 0 || !domains.every((one) => domain.test(one))) && { domains: 'domainsWrong' as const }),
  }
}

export const ssoInput = (form: SsoForm): SsoProviderInput => ({
  name: form.name.trim(),
  issuer: form.issuer.trim(),
  clientId: form.clientId.trim(),
  ...(form.clientSecret !== '' && { clientSecret: form.clientSecret }),
  domains: readDomains(form.domains),
  autoCreate: form.autoCreate,
  isActive: form.isActive,
})
