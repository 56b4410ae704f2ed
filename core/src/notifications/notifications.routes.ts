import { defineRoute, Empty, NotificationChoice, PushTarget, Refusal } from '@recado/contracts'
import * as z from 'zod'
import { bindRoute, viewerOf, type BoundRoute, type Caller } from '../http/route.ts'
import type { NotificationChoices } from './notification-choices.ts'
import { testPayload } from './push-payload.ts'
import type { PushKeys } from './push-keys.ts'
import type { PushSender } from './push-sender.ts'
import type { PushSubscriptions } from './push-subscriptions.ts'

const own = { kind: 'session', permission: 'account.own' } as const
const maxBody = 8_192

const Read = defineRoute({
  method: 'GET',
  path: '/notifications',
  summary: 'What one wants to hear of, and whether this browser may be woken',
  access: own,
  rate: 'read',
  response: z.object({
    choice: NotificationChoice,
    push: z.object({
      publicKey: z.string().describe('For `applicationServerKey` of a subscription'),
      active: z.boolean().describe('Whether the browser of this session may be woken'),
    }),
  }),
})
const Choose = defineRoute({
  method: 'PUT',
  path: '/notifications/choice',
  summary: 'Choose what one wants to hear of',
  access: own,
  rate: 'write',
  maxBody,
  body: NotificationChoice,
  response: NotificationChoice,
})
const Subscribe = defineRoute({
  method: 'PUT',
  path: '/notifications/subscription',
  summary: 'Have the browser of this session woken',
  access: own,
  rate: 'write',
  confidential: true,
  maxBody,
  body: PushTarget,
  response: Empty,
  errors: ['ERR_NO_SESSION_FOUND'],
})
const Unsubscribe = defineRoute({
  method: 'DELETE',
  path: '/notifications/subscription',
  summary: 'Have the browser of this session left alone',
  access: own,
  rate: 'write',
  response: Empty,
  errors: ['ERR_NO_SESSION_FOUND'],
})
const Test = defineRoute({
  method: 'POST',
  path: '/notifications/test',
  summary: 'Send this browser a notification',
  access: own,
  rate: 'auth',
  response: Empty,
  errors: ['ERR_NO_PUSH_SUBSCRIPTION', 'ERR_PUSH_SERVICE'],
})

export interface NotificationRoutesOptions {
  readonly choices: NotificationChoices
  readonly subscriptions: PushSubscriptions
  readonly sender: PushSender
  readonly keys: PushKeys
}

export function notificationRoutes({
  choices,
  subscriptions,
  sender,
  keys,
}: NotificationRoutesOptions): readonly BoundRoute[] {
  return [
    bindRoute(Read, async (_request, caller) => {
      const viewer = viewerOf(caller)
      const [choice, { publicKey }, subscribed] = await Promise.all([
        choices.of(viewer),
        keys.pair(),
        caller.kind === 'session' ? subscriptions.ofSession(viewer.tenantId, caller.sessionId) : undefined,
      ])
      return { choice, push: { publicKey, active: subscribed !== undefined } }
    }),
    bindRoute(Choose, ({ body }, caller) => choices.change(viewerOf(caller), body)),
    bindRoute(Subscribe, async ({ body }, caller) => {
      await subscriptions.register(viewerOf(caller), browserOf(caller), body)
      return {}
    }),
    bindRoute(Unsubscribe, async (_request, caller) => {
      await subscriptions.remove(viewerOf(caller), browserOf(caller))
      return {}
    }),
    bindRoute(Test, async (_request, caller) => {
      const viewer = viewerOf(caller)
      const subscribed = await subscriptions.ofSession(viewer.tenantId, browserOf(caller))
      const opened = subscribed && (await subscriptions.open(viewer.tenantId, subscribed.id))
      if (!opened) throw new Refusal('ERR_NO_PUSH_SUBSCRIPTION')
      const outcome = await sender.send(opened.target, testPayload(viewer), 'test').catch(() => undefined)
      if (outcome?.kind === 'gone') {
        await subscriptions.forget(viewer.tenantId, [opened.id])
        throw new Refusal('ERR_NO_PUSH_SUBSCRIPTION')
      }
      if (outcome?.kind !== 'sent') throw new Refusal('ERR_PUSH_SERVICE')
      return {}
    }),
  ]
}

/** The session that a browser belongs to. A program has none, and gets no notifications. */
function browserOf(caller: Caller): string {
  if (caller.kind !== 'session' || caller.apiTokenId !== undefined) throw new Refusal('ERR_NO_SESSION_FOUND')
  return caller.sessionId
}
