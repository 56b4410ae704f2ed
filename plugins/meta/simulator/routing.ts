import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { Account } from './account.ts'
import { Refused } from './refused.ts'

const acts = ['take_thread_control', 'release_thread_control'] as const
export type RoutingCall = 'thread_owner' | (typeof acts)[number]
export const isRoutingCall = (rest: string): rest is RoutingCall =>
  rest === 'thread_owner' || acts.some((act) => act === rest)

/** Conversation routing of a page: who answers a conversation, taking it and giving it back. */
export async function routing(
  account: Account,
  call: RoutingCall,
  request: SimulatorRequest,
): Promise<SimulatorAnswer> {
  const { recipient, platform = request.url.searchParams.get('platform') } = await request.fields()
  if (account.product === 'instagram' && platform !== 'instagram')
    throw new Refused(400, 100, 'No matching user found', 2_018_001)
  const id = call === 'thread_owner' ? request.url.searchParams.get('recipient') : (recipient as { id?: string })?.id
  const person = account.people.find((each) => each.id === id)
  if (!person) throw new Refused(400, 100, 'No matching user found', 2_018_001)
  if (call === 'thread_owner')
    return {
      body: { data: person.answeredBy === undefined ? [] : [{ thread_owner: { app_id: person.answeredBy } }] },
    }
  if (call === 'take_thread_control') {
    if (!account.routesHere)
      throw account.product === 'instagram'
        ? new Refused(400, 27, 'Take thread control is not supported when routing has no default app', 2_534_123)
        : new Refused(403, 10, 'Only the default app may take thread control')
    person.answeredBy = account.app.id
  } else {
    if (person.isElsewhere) throw new Refused(403, 10, 'The app does not have thread control')
    person.answeredBy = account.defaultApp
  }
  return { body: { success: true } }
}
