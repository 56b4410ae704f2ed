import { AuditRetention } from '../audit/audit-retention.ts'
import { AuditSealer } from '../audit/audit-sealer.ts'
import { AuditVerifier } from '../audit/audit-verifier.ts'
import { auditRoutes } from '../audit/audit.routes.ts'
import { AuditService } from '../audit/audit.service.ts'
import type { BoundRoute } from '../http/route.ts'
import { globalSettingsRoutes } from '../platform/global-settings.routes.ts'
import { planRoutes } from '../tenants/plans.routes.ts'
import { PlansService } from '../tenants/plans.service.ts'
import { createFileRemoval } from '../media/file-removal.ts'
import { Erasures } from '../privacy/erasures.ts'
import { Exports } from '../privacy/exports.ts'
import { PrivacyRequests } from '../privacy/privacy-requests.ts'
import { privacyRoutes } from '../privacy/privacy.routes.ts'
import { queueRoutes } from '../queues/queues.routes.ts'
import { QueueMembers } from '../queues/queue-members.ts'
import { QueueOverviews } from '../queues/queue-overviews.ts'
import { QueuesService } from '../queues/queues.service.ts'
import { Retention } from '../retention/retention.ts'
import { settingsRoutes } from '../settings/settings.routes.ts'
import { tagRoutes } from '../tags/tags.routes.ts'
import { TagOverviews } from '../tags/tag-overviews.ts'
import { TagsService } from '../tags/tags.service.ts'
import { companiesRoutes } from '../tenants/companies.routes.ts'
import { CompaniesService } from '../tenants/companies.service.ts'
import { companyRoutes } from '../tenants/company.routes.ts'
import { CompanyAddresses } from '../tenants/company-addresses.ts'
import { CompanyService } from '../tenants/company.service.ts'
import { LicencesService } from '../tenants/licences.service.ts'
import { Limits } from '../tenants/limits.ts'
import { tenantRoutes } from '../tenants/tenants.routes.ts'
import { TenantsService } from '../tenants/tenants.service.ts'
import { JobTools } from '../tools/job-tools.ts'
import { SystemInfo } from '../tools/system-info.ts'
import { toolsRoutes } from '../tools/tools.routes.ts'
import type { Making } from './app-options.ts'
import {
  BLOBS,
  BUS,
  CACHES,
  CLOCK,
  COMPANY_ADDRESSES,
  DATABASE,
  EGRESS,
  ERASURES,
  GRADE_KEEPING,
  EXPORTS,
  FEED,
  FILE_REMOVAL,
  GLOBALS,
  JOBS,
  LICENCES,
  LIMITS,
  MAILER,
  MEDIA,
  PASSWORDS,
  PERMISSIONS,
  PLUGINS,
  RESETS,
  RETENTION,
  SEALER,
  SETTINGS,
  STORAGE,
  TENANTS,
} from './tokens.ts'

/** Companies, what they may have, and what is kept of what was done. */
export function makeCompanies({ once, get, options }: Making): void {
  const { log, secret } = options
  const db = get(DATABASE)
  const bus = get(BUS)
  once(COMPANY_ADDRESSES, () => new CompanyAddresses({ db, bus }))
  once(TENANTS, () => new TenantsService({ db, bus }))
  once(
    LIMITS,
    () => new Limits({ clock: get(CLOCK), globals: get(GLOBALS), tierOf: (tenantId) => get(TENANTS).tier(tenantId) }),
  )
  once(
    LICENCES,
    () =>
      new LicencesService({ db, bus, clock: get(CLOCK), globals: get(GLOBALS), secret, publicUrl: options.publicUrl }),
  )
  once(SEALER, () => new AuditSealer({ db, clock: get(CLOCK), secret }))
  once(
    RETENTION,
    () =>
      new Retention({
        db,
        globals: get(GLOBALS),
        jobs: get(JOBS),
        audit: new AuditRetention({ db, secret }),
        clock: get(CLOCK),
        log,
      }),
  )
  once(
    EXPORTS,
    () =>
      new Exports({
        db,
        jobs: get(JOBS),
        blobs: get(BLOBS),
        media: get(MEDIA),
        clock: get(CLOCK),
        secret,
        plugins: get(PLUGINS),
      }),
  )
  once(FILE_REMOVAL, () =>
    createFileRemoval({
      db,
      blobs: get(BLOBS),
      holdersOf: (tenantId, media) => get(PLUGINS).holdersOf(tenantId, media),
    }),
  )
  once(
    ERASURES,
    () =>
      new Erasures({
        db,
        bus,
        jobs: get(JOBS),
        blobs: get(BLOBS),
        removeFiles: get(FILE_REMOVAL),
        clock: get(CLOCK),
        secret,
        feed: get(FEED),
        plugins: get(PLUGINS),
        grades: get(GRADE_KEEPING),
        log,
      }),
  )
}

/** The calls of companies and of the installation, of their traces and of privacy. */
export function companyCalls(making: Making): BoundRoute[] {
  const { get, options } = making
  const db = get(DATABASE)
  const bus = get(BUS)
  return [
    ...queueRoutes({
      queues: new QueuesService({ db, bus, limits: get(LIMITS) }),
      overviews: new QueueOverviews({ db, limits: get(LIMITS) }),
      members: new QueueMembers({ db, bus, permissions: get(PERMISSIONS) }),
    }),
    ...tagRoutes({ tags: new TagsService({ db }), overviews: new TagOverviews({ db }) }),
    ...settingsRoutes({ settings: get(SETTINGS), version: options.version }),
    ...tenantRoutes({ tenants: get(TENANTS), licences: get(LICENCES) }),
    ...companiesRoutes(
      new CompaniesService({
        db,
        bus,
        clock: get(CLOCK),
        limits: get(LIMITS),
        passwords: get(PASSWORDS),
        invite: (email) => get(RESETS).ask({ email }),
      }),
      get(LICENCES),
    ),
    ...planRoutes(new PlansService({ db, bus })),
    ...companyRoutes(new CompanyService({ db, tenants: get(TENANTS), addresses: get(COMPANY_ADDRESSES) })),
    ...installationTools(making),
    ...auditRoutes({ trail: new AuditService({ db }), verifier: new AuditVerifier({ db, secret: options.secret }) }),
    ...privacyRoutes({ exports: get(EXPORTS), erasures: get(ERASURES), requests: new PrivacyRequests(db) }),
  ]
}

function installationTools({ get, options }: Making): BoundRoute[] {
  const db = get(DATABASE)
  const system = new SystemInfo({
    db,
    bus: options.natsUrl === undefined ? 'local' : 'nats',
    storageAllowed: (tenantId) => get(STORAGE).allowed(tenantId),
    plugins: () => get(PLUGINS).plugins.map(({ id, version, status }) => ({ id, version, status })),
  })
  return [
    ...globalSettingsRoutes({
      globals: get(GLOBALS),
      mailer: get(MAILER),
      egress: get(EGRESS),
      publicUrl: options.publicUrl,
      declared: () => get(PLUGINS).platformSettings(),
    }),
    ...toolsRoutes({ caches: get(CACHES), jobs: new JobTools({ db }), system, version: options.version }),
  ]
}
