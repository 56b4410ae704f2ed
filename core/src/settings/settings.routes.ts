import { defineRoute } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import { settingKeys, written } from './settings-catalogue.ts'
import type { SettingsService } from './settings.service.ts'

const Setting = z.object({ id: z.string(), key: z.string(), value: z.unknown(), tenantId: z.uuid() })

const List = defineRoute({
  method: 'GET',
  path: '/settings',
  summary: 'The settings of the company; toggles as enabled and disabled',
  access: { kind: 'session', permission: 'settings.read' },
  rate: 'read',
  response: z.array(Setting),
})
const Change = defineRoute({
  method: 'PUT',
  path: '/settings/:key',
  summary: 'Change one setting',
  access: { kind: 'session', permission: 'settings.manage' },
  rate: 'write',
  maxBody: 65_536,
  params: z.object({ key: z.string().max(100) }),
  // Clients of the family say the key again in the body, in either spelling; there it counts.
  body: z.object({ key: z.string().max(100).optional(), Key: z.string().max(100).optional(), value: z.unknown() }),
  response: Setting,
  errors: ['ERR_NO_SETTING_FOUND'],
})
const Version = defineRoute({
  method: 'GET',
  path: '/version',
  summary: 'The version that is running',
  access: { kind: 'public' },
  rate: 'read',
  response: z.object({ version: z.string() }),
})

export interface SettingsRoutesOptions {
  readonly settings: SettingsService
  readonly version: string
}

export function settingsRoutes({ settings, version }: SettingsRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(List, async (_request, caller) => {
      const { tenantId } = viewerOf(caller)
      const values = await settings.all(tenantId)
      return settingKeys.map((key) => ({ id: key, key, value: written(values[key]), tenantId }))
    }),
    bindRoute(Change, async ({ params, body }, caller) => {
      const viewer = viewerOf(caller)
      const key = body.key ?? body.Key ?? params.key
      return { id: key, key, value: written(await settings.set(viewer, key, body.value)), tenantId: viewer.tenantId }
    }),
    // S7-028: clients keep it for five minutes.
    bindRoute(Version, () => new AnswerWithHeaders({ version }, { 'cache-control': 'public, max-age=300' })),
  ]
}
