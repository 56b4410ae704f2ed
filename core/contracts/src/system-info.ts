import * as z from 'zod'
import { instant } from './ids.ts'

const count = z.int()

/** Counts of a company. `contacts` ends at 100,000; `storageAllowed` is in megabytes, null without limit. */
export const CompanyFacts = z.object({
  users: count,
  connections: count,
  contacts: count,
  openTickets: count,
  mediaBytes: count,
  storageAllowed: count.nullable(),
})
export type CompanyFacts = z.infer<typeof CompanyFacts>
/** The installation as it runs. A plugin that could not be read has no version. */
export const InstallationFacts = z.object({
  node: z.string(),
  platform: z.string(),
  database: z.string(),
  databaseBytes: count,
  bus: z.enum(['local', 'nats']),
  startedAt: instant,
  memoryBytes: count,
  companies: count,
  users: count,
  connections: count,
  plugins: z.array(z.object({ id: z.string(), version: z.string().nullable(), status: z.string() })),
})
export type InstallationFacts = z.infer<typeof InstallationFacts>
/** GET /system-info (S2-080): `installation` is null for everybody but masters. */
export const SystemFacts = z.object({
  version: z.string(),
  company: CompanyFacts,
  installation: InstallationFacts.nullable(),
})
export type SystemFacts = z.infer<typeof SystemFacts>
