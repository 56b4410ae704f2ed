import * as z from 'zod'

/**
 * Kinds of authenticators of a passkey: the device itself, or something carried from device to device (a key, a phone).
 */
export const AuthenticatorType = z.enum(['platform', 'cross-platform'])
export type AuthenticatorType = z.infer<typeof AuthenticatorType>

/** S3-075. A passkey as its user and administrators see it; its key never leaves the server. */
export const Passkey = z.object({
  id: z.uuid(),
  deviceName: z.string(),
  authenticatorType: AuthenticatorType,
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
  isActive: z.boolean(),
  /** Kept by an account of its maker and known to several devices. */
  isSynced: z.boolean(),
})
export type Passkey = z.infer<typeof Passkey>

/** A passkey with whom it belongs to, for administrators. */
export const ManagedPasskey = Passkey.extend({ user: z.object({ id: z.uuid(), name: z.string(), email: z.string() }) })
export type ManagedPasskey = z.infer<typeof ManagedPasskey>
/** One page of the passkeys that an administrator looks after, by keyset. */
export const ManagedPasskeyPage = z.object({
  passkeys: z.array(ManagedPasskey),
  hasMore: z.boolean(),
  nextCursor: z.string().nullable(),
})
export type ManagedPasskeyPage = z.infer<typeof ManagedPasskeyPage>
/** A company, for masters who look after passkeys of others. */
export const PasskeyTenant = z.object({ id: z.uuid(), name: z.string(), passkeys: z.int() })
export type PasskeyTenant = z.infer<typeof PasskeyTenant>

/** State of the user's own second factor. */
export const SecondFactorState = z.object({
  isActive: z.boolean(),
  confirmedAt: z.iso.datetime().nullable(),
  recoveryCodesLeft: z.int(),
  /**
   * The company requires one and the user has none, nor a passkey: nothing but setting one up is open in this session.
   */
  isMissing: z.boolean(),
})
export type SecondFactorState = z.infer<typeof SecondFactorState>

/** The identity provider of a company; its client secret is written and never read back. */
export const SsoProvider = z.object({
  id: z.uuid(),
  name: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  clientSecret: z.object({ set: z.boolean(), last4: z.string().nullable() }),
  domains: z.array(z.string()),
  autoCreate: z.boolean(),
  isActive: z.boolean(),
})
export type SsoProvider = z.infer<typeof SsoProvider>
/**
 * A domain of an identity provider. It is valid once the TXT record was found: until then nobody is redirected to the
 * provider by it. `problem`: result of the last check instead of the record. `endsAt`: end of validity of a proven
 * domain whose record is gone.
 */
export const SsoDomain = z.object({
  domain: z.string(),
  providerId: z.uuid(),
  status: z.enum(['pending', 'verified']),
  verifiedAt: z.iso.datetime().nullable(),
  checkedAt: z.iso.datetime().nullable(),
  problem: z.enum(['missing', 'different', 'unreachable']).nullable(),
  endsAt: z.iso.datetime().nullable(),
  record: z.object({ name: z.string(), value: z.string() }),
})
export type SsoDomain = z.infer<typeof SsoDomain>
/** GET /sso/domains. */
export const SsoDomains = z.object({ domains: z.array(SsoDomain) })
export type SsoDomains = z.infer<typeof SsoDomains>
/** The providers of a company, with the address that has to be named to each as the one it leads back to. */
export const SsoProviders = z.object({ providers: z.array(SsoProvider), callbackUrl: z.string().nullable() })
export type SsoProviders = z.infer<typeof SsoProviders>
