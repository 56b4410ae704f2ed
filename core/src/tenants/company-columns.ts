import { Refusal, type CompanyChange } from '@recado/contracts'
import { brazilianDocument } from '../credentials/brazilian-document.ts'

/**
 * A change of a company in columns of core.tenant; absent fields are left out. @throws Refusal ERR_VALIDATION for a
 * document that is neither CPF nor CNPJ
 */
export function columnsOf(
  { limits = {}, resellerLimits = {}, blocked, ...change }: CompanyChange,
  now: Date,
): Record<string, unknown> {
  const columns = {
    name: change.name,
    document: documentOf(change.document),
    email: change.email,
    phone_number: change.phoneNumber,
    locale: change.locale,
    time_zone: change.timeZone,
    status: change.status,
    trial_ends_at: change.trialEndsAt,
    user_creation: change.userCreation,
    tier: change.tier,
    plan_id: change.planId,
    is_reseller: change.isReseller,
    reseller_id: change.resellerId,
    max_users: limits.users,
    max_connected_users: limits.connectedUsers,
    max_connections: limits.connections,
    max_contacts: limits.contacts,
    max_storage: limits.storage,
    reseller_max_tenants: resellerLimits.companies,
    reseller_max_users: resellerLimits.users,
    reseller_max_connections: resellerLimits.connections,
    blocked_at: blocked === undefined ? undefined : blocked ? now.toISOString() : null,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** Optional here, and right where it is given (reading 25). */
function documentOf(text: string | null | undefined): string | null | undefined {
  if (text == null) return text
  const document = brazilianDocument(text)
  if (document === undefined)
    throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'body.document', message: 'neither a CPF nor a CNPJ' }] })
  return document
}
