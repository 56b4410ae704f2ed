import { BirthdayGreetings as Counts, defineRoute } from '@recado/contracts'
import { bindRoute, viewerOf, type BoundRoute } from '../http/route.ts'
import type { BirthdayGreetings } from './birthday-greetings.ts'

/** Results of birthday messages; whether and how they are sent are settings of the company. */
export const birthdayRoutes = (greetings: BirthdayGreetings): BoundRoute[] => [
  bindRoute(
    defineRoute({
      method: 'GET',
      path: '/birthday-greetings',
      summary: 'How many contacts were congratulated lately, and how many could not be',
      access: { kind: 'session', permission: 'settings.read' },
      rate: 'read',
      response: Counts,
    }),
    (_request, caller) => greetings.counts(viewerOf(caller).tenantId),
  ),
]
