import { Refusal, tierAllows, type Tier } from '@recado/contracts'
import type { Clock } from '../base/clock.ts'
import type { BoundRoute, Caller } from '../http/route.ts'

type Settling = Pick<Extract<Caller, { kind: 'session' }>, 'standing' | 'apiTokenId'>

/** Age limit of a confirmed identity, in seconds, for acts that require one. */
export const confirmedSeconds = 5 * 60

export interface EntryRulesOptions {
  readonly clock: Clock
  /** The version of the privacy notice that users must have accepted; null while none is published. */
  noticeVersion(): Promise<number | null>
  tierOf(tenantId: string): Promise<Tier>
}

/**
 * Checks between a permitted caller and any route: the licence of the company, the answer to the privacy notice, the
 * second factor that the company requires, a confirmed identity, the tier. The gate runs them before it reads a body.
 */
export class EntryRules {
  readonly #options: EntryRulesOptions
  constructor(options: EntryRulesOptions) {
    this.#options = options
  }

  /**
   * @throws Refusal ERR_LICENSE_BLOCKED, ERR_LGPD_CONSENT, ERR_SECOND_FACTOR_ENROLMENT, ERR_CONFIRMATION_REQUIRED or
   * ERR_TIER_REQUIRED
   */
  async admit({ owner, spec: { access, tier } }: Pick<BoundRoute, 'owner' | 'spec'>, caller: Caller): Promise<void> {
    if (access.kind !== 'session' || caller.kind !== 'session') return
    if (!access.unsettled) await this.#requireWelcome(caller)
    if (!(access.enrolling && owner === 'core')) requireEnrolled(caller)
    if (access.confirmed && !this.isConfirmed(caller)) throw new Refusal('ERR_CONFIRMATION_REQUIRED')
    if (tier && !tierAllows(await this.#options.tierOf(caller.viewer.tenantId), tier))
      throw new Refusal('ERR_TIER_REQUIRED')
  }

  /**
   * Checks for a socket, and for every route that declares no other. @throws Refusal ERR_LICENSE_BLOCKED,
   * ERR_LGPD_CONSENT or ERR_SECOND_FACTOR_ENROLMENT
   */
  async requireSettled(caller: Settling): Promise<void> {
    await this.#requireWelcome(caller)
    requireEnrolled(caller)
  }

  /** The notice is asked of people: a program goes on while its maker has not answered yet. */
  async #requireWelcome({ standing, apiTokenId }: Settling): Promise<void> {
    if (standing.blocked) throw new Refusal('ERR_LICENSE_BLOCKED')
    if (apiTokenId) return
    const version = await this.#options.noticeVersion()
    if (version !== null && (standing.consentVersion ?? 0) < version) throw new Refusal('ERR_LGPD_CONSENT')
  }

  isConfirmed(caller: Caller): boolean {
    if (caller.kind !== 'session') return false
    return this.#options.clock.now().getTime() - caller.standing.confirmedAt.getTime() < confirmedSeconds * 1_000
  }
}

/** Applies to programs too: something made with a password alone must not bypass the second factor. */
function requireEnrolled({ standing }: Settling): void {
  if (standing.mustEnrol) throw new Refusal('ERR_SECOND_FACTOR_ENROLMENT')
}
