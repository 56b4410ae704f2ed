import * as z from 'zod'
import { companyDocumentLength, descriptionLengths, domainLength, emailLength, nameLengths } from './text-limits.ts'
import { id, instant, type PlanId, type TenantId, type UserId } from './ids.ts'
import { Locale } from './locale.ts'
import { Role } from './roles.ts'
import { shownName } from './shown-name.ts'
import { Tier } from './tier.ts'

/** A limit; null is unlimited. */
const Limit = z.int().min(0).max(1_000_000_000).nullable()
/**
 * Limits of a company, by kind. `connectedUsers` are those signed in at once; `storage` is the size of all files
 * together, in megabytes of 1,000,000 bytes.
 */
export const CompanyLimits = z.object({
  users: Limit,
  connectedUsers: Limit,
  connections: Limit,
  contacts: Limit,
  storage: Limit,
})
export type CompanyLimits = z.infer<typeof CompanyLimits>
/** Size of files, to a tenth of a megabyte. */
const Megabytes = z.number()
/** Some of the limits; a kind that is absent is set elsewhere. */
export const NamedLimits = CompanyLimits.partial().strict()
export type NamedLimits = z.infer<typeof NamedLimits>

/** Limits of the free tier if the company's own plan sets no other (S6-034…037, S9-099…101). */
export const freeLimits = { users: 3, activeQueues: 1, activeConnections: 1, activeFlows: 1 } as const

/** IANA name. */
const TimeZone = z.string().max(60).refine(isTimeZone, 'unknown time zone')

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const Words = (most: number) => z.string().trim().max(most)

/** A plan for companies: a tier, limits, days of trial. */
export const Plan = z.object({
  id: id<PlanId>(),
  name: z.string(),
  description: z.string(),
  tier: Tier,
  limits: CompanyLimits,
  trialDays: z.int(),
  isPublic: z.boolean(),
  isActive: z.boolean(),
  /** Companies that have it. */
  companies: z.int(),
  /** The platform's own; false for a reseller's. */
  ofPlatform: z.boolean(),
})
export type Plan = z.infer<typeof Plan>

/** A plan as it is made or changed; null is without limit. */
export const PlanInput = z.strictObject({
  name: shownName(nameLengths.plan),
  description: Words(descriptionLengths.plan).default(''),
  tier: Tier,
  limits: CompanyLimits.extend({ storage: Limit.default(null) }).strict(),
  trialDays: z.int().min(0).max(365).default(7),
  isPublic: z.boolean().default(false),
  isActive: z.boolean().default(true),
})
export type PlanInput = z.infer<typeof PlanInput>

/** A company as its reseller or a master sees it: counts, and never the content of its conversations. */
export const Company = z.object({
  id: id<TenantId>(),
  name: z.string(),
  document: z.string().nullable(),
  email: z.string().nullable(),
  phoneNumber: z.string().nullable(),
  locale: Locale,
  timeZone: z.string(),
  status: z.enum(['active', 'inactive']),
  blockedAt: instant.nullable(),
  trialEndsAt: instant.nullable(),
  userCreation: z.boolean(),
  /** Stored for the company; {@link Company.effectiveTier} is the one that counts now. */
  tier: Tier,
  effectiveTier: Tier,
  planId: id<PlanId>().nullable(),
  planName: z.string().nullable(),
  limits: CompanyLimits,
  hasLicence: z.boolean(),
  isReseller: z.boolean(),
  resellerId: id<TenantId>().nullable(),
  resellerName: z.string().nullable(),
  /** Limits of all companies of a reseller together. */
  resellerLimits: z.object({ companies: Limit, users: Limit, connections: Limit }),
  /** The effective storage limit: the installation's if {@link Company.limits} has none. */
  storageAllowed: Limit,
  use: z.object({ users: z.int(), connections: z.int(), contacts: z.int(), storage: Megabytes, companies: z.int() }),
  lastActivityAt: instant.nullable(),
  createdAt: instant,
})
export type Company = z.infer<typeof Company>

/** Changeable fields of a company. Reseller, totals and tier of a foreign plan are for masters. */
export const CompanyChange = z
  .strictObject({
    name: shownName(nameLengths.company),
    document: Words(companyDocumentLength).min(1).nullable(),
    email: z.email().max(emailLength).nullable(),
    phoneNumber: Words(20).min(1).nullable(),
    locale: Locale,
    timeZone: TimeZone,
    status: z.enum(['active', 'inactive']),
    blocked: z.boolean(),
    trialEndsAt: instant.nullable(),
    userCreation: z.boolean(),
    tier: Tier,
    /** Copies the plan's tier and limits; values given beside it take precedence. */
    planId: id<PlanId>().nullable(),
    limits: NamedLimits,
    isReseller: z.boolean(),
    resellerId: id<TenantId>().nullable(),
    resellerLimits: z.strictObject({ companies: Limit, users: Limit, connections: Limit }).partial(),
  })
  .partial()
export type CompanyChange = z.infer<typeof CompanyChange>

/** A user somewhere in the installation, for masters. */
export const UserOfCompany = z.object({
  id: id<UserId>(),
  name: z.string(),
  email: z.string(),
  profile: Role,
  isActive: z.boolean(),
  isMaster: z.boolean(),
  lastLogin: instant.nullable(),
  tenantId: id<TenantId>(),
  tenantName: z.string(),
})
export type UserOfCompany = z.infer<typeof UserOfCompany>

/**
 * State of a licence (S4-129…134). `none`: the company was given its tier without one; `freePlanViolation`: more is in
 * use than the free tier allows.
 */
export const LicenceState = z.enum([
  'none',
  'valid',
  'invalid',
  'expired',
  'blocked',
  'invalidDomain',
  'invalidCode',
  'freePlanViolation',
])
export type LicenceState = z.infer<typeof LicenceState>
/** The company's licence as its users see it; never the token. */
export const LicenceDetail = z.object({
  type: Tier,
  status: z.enum(['active', 'inactive']),
  state: LicenceState,
  plan: z.string().nullable(),
  trialEndsAt: instant.nullable(),
  domain: z.string().nullable(),
  expiresAt: instant.nullable(),
  limits: CompanyLimits,
  userCreation: z.boolean(),
  use: z.object({
    users: z.int(),
    connectedUsers: z.int(),
    connections: z.int(),
    contacts: z.int(),
    storage: Megabytes,
    activeQueues: z.int(),
    activeConnections: z.int(),
  }),
})
export type LicenceDetail = z.infer<typeof LicenceDetail>

/** Request to issue a licence token. */
export const LicenceOrder = z.strictObject({
  tier: Tier,
  limits: NamedLimits.default({}),
  /** Host name of the installation that it holds for; null for any. */
  domain: z.hostname().max(domainLength).nullable().default(null),
  expiresAt: instant.nullable().default(null),
  /** Also enters it for the company. */
  enter: z.boolean().default(false),
})
export type LicenceOrder = z.infer<typeof LicenceOrder>
