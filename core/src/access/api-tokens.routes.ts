import { ApiToken, ApiTokenChoice, ApiTokenCreated, ApiTokenList, defineRoute, Empty } from '@recado/contracts'
import * as z from 'zod'
import { AnswerWithHeaders, bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ApiTokens } from '../credentials/api-tokens.ts'

const access = { kind: 'session', permission: 'tokens.manage' } as const
const params = z.object({ tokenId: z.uuid() })
const choiceErrors = ['ERR_PERMISSION_NOT_HELD', 'ERR_TOKEN_EXPIRY'] as const

const List = defineRoute({
  method: 'GET',
  path: '/api-tokens',
  summary: 'The tokens of programs, and what one of them can be given',
  access,
  rate: 'read',
  response: ApiTokenList,
})
const Create = defineRoute({
  method: 'POST',
  path: '/api-tokens',
  summary: 'Make a token; its text is in this answer alone',
  access: { ...access, confirmed: true },
  rate: 'write',
  confidential: true,
  maxBody: 65_536,
  body: ApiTokenChoice,
  response: ApiTokenCreated,
  status: 201,
  errors: [...choiceErrors, 'ERR_TOKEN_LIMIT_REACHED'],
})
const Change = defineRoute({
  method: 'PUT',
  path: '/api-tokens/:tokenId',
  summary: 'Change name, scopes and expiry of a token',
  access: { ...access, confirmed: true },
  rate: 'write',
  maxBody: 65_536,
  params,
  body: ApiTokenChoice,
  response: ApiToken,
  errors: ['ERR_NO_TOKEN_FOUND', ...choiceErrors],
})
const Revoke = defineRoute({
  method: 'DELETE',
  path: '/api-tokens/:tokenId',
  summary: 'Revoke a token at once',
  access,
  rate: 'write',
  params,
  response: Empty,
  errors: ['ERR_NO_TOKEN_FOUND'],
})

export function apiTokenRoutes(tokens: ApiTokens): readonly BoundRoute[] {
  return [
    bindRoute(List, async (_request, caller) => ({
      tokens: await tokens.list(viewerOf(caller)),
      assignable: tokens.assignable(viewerOf(caller)),
    })),
    bindRoute(
      Create,
      async (request, caller) =>
        new AnswerWithHeaders(await tokens.create(viewerOf(caller), request.body), { 'cache-control': 'no-store' }),
    ),
    bindRoute(Change, (request, caller) => tokens.change(viewerOf(caller), request.params.tokenId, request.body)),
    bindRoute(Revoke, async (request, caller) => {
      await tokens.revoke(viewerOf(caller), request.params.tokenId)
      return {}
    }),
  ]
}
