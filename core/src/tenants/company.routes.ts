import { CompanyAddress, defineRoute, Locale, shownName } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { CompanyService } from './company.service.ts'

const knownZones: ReadonlySet<string> = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])
const Profile = z.object({
  name: shownName(100),
  timeZone: z.string().refine((zone) => knownZones.has(zone), { error: 'is not the name of a time zone' }),
  locale: Locale,
  /** Names the company in the paths of its public pages; null for none. */
  publicAddress: CompanyAddress.nullable(),
})

const Read = defineRoute({
  method: 'GET',
  path: '/company',
  summary: 'Name, time zone, language and public address of the company',
  access: { kind: 'session', permission: 'settings.read' },
  rate: 'read',
  response: Profile,
})
const Change = defineRoute({
  method: 'PUT',
  path: '/company',
  summary: 'Change what the company says about itself',
  access: { kind: 'session', permission: 'settings.manage' },
  rate: 'write',
  /** Without the public address it stays as it is. */
  body: Profile.partial({ publicAddress: true }),
  response: Profile,
  errors: ['ERR_COMPANY_ADDRESS_TAKEN'],
})

export function companyRoutes(company: CompanyService): readonly BoundRoute[] {
  return [
    bindRoute(Read, (_request, caller) => company.read(viewerOf(caller).tenantId)),
    bindRoute(Change, ({ body }, caller) => company.change(viewerOf(caller), body)),
  ]
}
