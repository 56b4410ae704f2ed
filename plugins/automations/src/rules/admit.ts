import { Refusal, type CorePorts } from '@recado/sdk'
import { missingReferences } from './references.ts'
import type { RuleDraft } from './rule.ts'

/**
 * Checks a rule before it is kept or simulated. A condition on a message requires a trigger with one, and an ending
 * action has to be the last.
 * @throws Refusal ERR_AUTOMATION_BLOCK, ERR_VALIDATION, with the places below `path`
 */
export async function admit(
  { trigger, conditions, actions }: RuleDraft,
  core: Pick<CorePorts, 'automation' | 'queues' | 'tags' | 'users' | 'attributes' | 'segments'>,
  path: string,
): Promise<void> {
  const { automation } = core
  const asked = conditions.map(({ negated: _ofRule, ...call }) => call)
  await automation.require('conditions', asked, 'automation', `${path}.conditions`)
  await automation.require('actions', actions, 'automation', `${path}.actions`)
  const offer = await automation.offered('automation')
  const isSaid = trigger.kind === 'event' && (trigger.event === 'received' || trigger.event === 'sent')
  const block = (part: 'conditions' | 'actions', { plugin, name }: { plugin: string; name: string }) =>
    offer[part].find((each) => each.plugin === plugin && each.name === name)
  const misplaced = [
    ...conditions.flatMap((condition, at) =>
      !isSaid && block('conditions', condition)?.about === 'message'
        ? [{ path: `${path}.conditions.${at}`, message: 'nothing was said when this rule begins' }]
        : [],
    ),
    ...actions.flatMap((action, at) =>
      at < actions.length - 1 && block('actions', action)?.ends
        ? [{ path: `${path}.actions.${at}`, message: 'has to be the last action' }]
        : [],
    ),
  ]
  if (misplaced.length > 0) throw new Refusal('ERR_AUTOMATION_BLOCK', { issues: misplaced })
  if (trigger.kind === 'date') {
    const known = (await core.attributes.list()).some(
      ({ owner, key, type }) => owner === trigger.of && key === trigger.attribute && type === 'date',
    )
    if (!known)
      throw new Refusal('ERR_VALIDATION', {
        issues: [{ path: `${path}.trigger.attribute`, message: 'no attribute that holds a date' }],
      })
  }
  const gone = await Promise.all(
    [['conditions', asked] as const, ['actions', actions] as const].map(async ([part, calls]) =>
      (await missingReferences(calls, offer[part], core)).map(({ at, field, error }) => ({
        path: `${path}.${part}.${at}.input.${field}`,
        message: error,
      })),
    ),
  )
  if (gone.flat().length > 0) throw new Refusal('ERR_VALIDATION', { issues: gone.flat() })
}

/**
 * Checks the addresses that a rule calls, for who enters them. @throws Refusal ERR_WEBHOOK_ADDRESS at the field of one
 * without https, inside of a network, or of no server
 */
export async function admitAddresses(
  { actions }: Pick<RuleDraft, 'actions'>,
  { webhooks }: Pick<CorePorts, 'webhooks'>,
  path: string,
): Promise<void> {
  for (const [at, { plugin, name, input }] of actions.entries())
    if (plugin === 'automations' && name === 'webhook')
      await webhooks.check(String(input['url'])).catch((error: unknown) => {
        if (!Refusal.is(error) || error.code !== 'ERR_WEBHOOK_ADDRESS') throw error
        throw new Refusal('ERR_WEBHOOK_ADDRESS', {
          issues: [{ path: `${path}.actions.${at}.input.url`, message: 'not to be reached' }],
        })
      })
}
