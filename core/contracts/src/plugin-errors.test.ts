import { expect, test } from 'vitest'
import { Refusal } from './errors.ts'
import { answeredRefusal, PluginErrorsShape, refusalsOf, type PluginErrors } from './plugin-errors.ts'

const errors = {
  ERR_ORDER_CLOSED: { status: 409, when: 'The order is closed.' },
  ERR_ORDER_LIMIT: { status: 422, when: 'There are too many.', facts: ['limit'] },
} as const satisfies PluginErrors
const refusal = refusalsOf(errors)

test('a refusal has the status that the plugin declares, and core’s codes theirs', () => {
  const cause = new Error('no row')
  expect(refusal('ERR_ORDER_LIMIT', { limit: 3 }, { cause })).toMatchObject({ status: 422, facts: { limit: 3 }, cause })
  expect(refusal('ERR_ORDER_CLOSED').status).toBe(409)
  expect(refusal('ERR_NOT_FOUND').status).toBe(404)
  expect(Refusal.is(refusal('ERR_ORDER_CLOSED'))).toBe(true)
})

test('neither a code of nobody nor a fact that was not declared compiles', () => {
  // @ts-expect-error nobody declares it
  expect(refusal('ERR_ORDER_LOST').status).toBe(500)
  // @ts-expect-error nothing stands beside it
  expect(refusal('ERR_ORDER_CLOSED', { limit: 3 }).status).toBe(409)
})

test('what a plugin refuses with is answered only where core or the plugin declares it', () => {
  const own = refusal('ERR_ORDER_CLOSED')
  expect(answeredRefusal(own, errors)).toMatchObject({ code: 'ERR_ORDER_CLOSED', status: 409 })
  expect(answeredRefusal(own, {})).toBeUndefined()
  const core = new Refusal('ERR_NOT_FOUND')
  expect(answeredRefusal(core, {})).toBe(core)
})

test.each([
  ['a code without ERR_', { ORDER_CLOSED: errors.ERR_ORDER_CLOSED }],
  ['a code of core', { ERR_NOT_FOUND: errors.ERR_ORDER_CLOSED }],
  ['a status that is no refusal', { ERR_ORDER_CLOSED: { ...errors.ERR_ORDER_CLOSED, status: 200 } }],
  ['a status that ends the session', { ERR_ORDER_CLOSED: { ...errors.ERR_ORDER_CLOSED, status: 401 } }],
  ['a status that is a fault', { ERR_ORDER_CLOSED: { ...errors.ERR_ORDER_CLOSED, status: 500 } }],
  ['a fact of nobody', { ERR_ORDER_CLOSED: { ...errors.ERR_ORDER_CLOSED, facts: ['price'] } }],
])('%s is refused', (_what, declared) => {
  expect(PluginErrorsShape.safeParse(errors).success).toBe(true)
  expect(PluginErrorsShape.safeParse(declared).success).toBe(false)
})
