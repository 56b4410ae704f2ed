import { defineRoute, Empty, PrivacyAnswer, PrivacyNotice } from '@recado/contracts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { ConsentService } from './consent.service.ts'

const access = { kind: 'session', permission: 'account.own', unsettled: true, enrolling: true } as const

const Notice = defineRoute({
  method: 'GET',
  path: '/auth/privacy-notice',
  summary: 'The privacy notice in the user’s language, and whether they have accepted it',
  access,
  rate: 'read',
  response: PrivacyNotice,
})
const Answer = defineRoute({
  method: 'POST',
  path: '/auth/privacy-notice',
  summary: 'Accept the privacy notice, or reject it and with it the account',
  access,
  rate: 'write',
  maxBody: 8_192,
  body: PrivacyAnswer,
  response: Empty,
  errors: ['ERR_NOTICE_CHANGED', 'ERR_LGPD_LAST_ADMIN'],
})

export function consentRoutes(consent: ConsentService): readonly BoundRoute[] {
  return [
    bindRoute(Notice, (_request, caller) =>
      consent.notice(viewerOf(caller), caller.kind === 'session' ? caller.standing.consentVersion : null),
    ),
    bindRoute(Answer, async (request, caller) => {
      await consent.answer(viewerOf(caller), request.body, request.ip)
      return {}
    }),
  ]
}
