import { Secret, TOTP } from 'otpauth'

/** Parameters that authenticator apps assume (RFC 6238). */
const common = { algorithm: 'SHA1', digits: 6, period: 30 } as const
const secretBytes = 20
/** Steps of 30 seconds that a clock may be off, each way. */
const tolerance = 1

/** A new shared secret, base32 as it is typed and stored. */
export const newTotpSecret = (): string => new Secret({ size: secretBytes }).base32

/** The address that an app reads from a QR code. */
export const totpAddress = (secret: string, issuer: string, account: string): string =>
  new TOTP({ ...common, issuer, label: account, secret: Secret.fromBase32(secret) }).toString()

/** The time step a code belongs to, now or a step beside it; undefined for a code of another time or secret. */
export function totpStep(secret: string, code: string, at: Date): number | undefined {
  const delta = new TOTP({ ...common, secret: Secret.fromBase32(secret) }).validate({
    token: code,
    timestamp: at.getTime(),
    window: tolerance,
  })
  return delta === null ? undefined : Math.floor(at.getTime() / 1_000 / common.period) + delta
}
