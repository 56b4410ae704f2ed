import type { RouteRequest, SessionContext, ShapeOf } from '@recado/sdk'
import { expect, test } from 'vitest'
import type { plugin } from './plugin.ts'
import server from './server.ts'

/** Of the context only what the route touches. */
const context = (settings: object) => ({ settings }) as SessionContext<ShapeOf<typeof plugin>>
const request = {} as RouteRequest<(typeof plugin)['routes']['tips']>

test('the route answers the tips of the company, in the shape it declares', async () => {
  const answer = await server.implementation.routes.tips(request, context({ tips: ['Say the name.'] }))
  expect(server.definition.routes.tips.response.parse(answer)).toEqual({ tips: ['Say the name.'] })
})

test('a company that has set nothing has no tips', () => {
  expect(server.definition.settings.parse({})).toEqual({ tips: [] })
})
